import type { Subscription } from '#entities/platform/event/dispatch-outbox.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import type { Subscribers } from '../plugin/subscriber.ts'
import { notificationSubscribers } from './notification-subscribers.ts'

type Receivers = Pick<ShopParts, 'subscribers' | 'notifications'>

export function subscribersOf({ subscribers, notifications }: Receivers): Subscribers {
  return { ...subscribers, ...notificationSubscribers(notifications) }
}

export const subscriptionsOf = (receivers: Receivers): Subscription[] =>
  Object.entries(subscribersOf(receivers)).map(([subscriber, { events, isNotification }]) => ({
    subscriber,
    events,
    is_notification: isNotification,
  }))
