import type { Subscription } from '#entities/platform/event/dispatch-outbox.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import type { Subscribers } from '../plugin/subscriber.ts'
import { notificationSubscribers } from './notification-subscribers.ts'

type Receivers = Pick<ShopParts, 'subscribers' | 'notifications' | 'mails'>

export function subscribersOf({ subscribers, notifications, mails }: Receivers): Subscribers {
  return { ...subscribers, ...notificationSubscribers(notifications, mails) }
}

export const subscriptionsOf = (receivers: Receivers): Subscription[] =>
  Object.entries(subscribersOf(receivers)).map(([subscriber, { events, isNotification }]) => ({
    subscriber,
    events,
    is_notification: isNotification,
  }))
