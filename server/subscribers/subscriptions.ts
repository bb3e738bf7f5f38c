import type { Subscription } from '#entities/platform/event/dispatch-outbox.ts'
import type { JobContext } from '#server/jobs/job-context.ts'
import { notificationSubscribers } from './notification-subscribers.ts'
import type { Subscribers } from './subscriber.ts'

export function subscribersOf({ subscribers, notifications }: JobContext): Subscribers {
  return { ...subscribers, ...notificationSubscribers(notifications) }
}

export const subscriptionsOf = (context: JobContext): Subscription[] =>
  Object.entries(subscribersOf(context)).map(([subscriber, { events, isNotification }]) => ({
    subscriber,
    events,
    is_notification: isNotification,
  }))
