import type { Subscription } from '#entities/platform/event/dispatch-outbox.ts'
import type { JobContext } from '#server/jobs/job-context.ts'
import { notificationSubscribers } from './notification-subscribers.ts'
import type { Subscribers } from './subscriber.ts'

/** Everybody in code who is told of events: the subscribers, and each notification provider as one. */
export function subscribersOf({ subscribers, notifications }: JobContext): Subscribers {
  return notifications ? { ...subscribers, ...notificationSubscribers(notifications) } : subscribers
}

/** The same as the database needs it to hand events out. */
export const subscriptionsOf = (context: JobContext): Subscription[] =>
  Object.entries(subscribersOf(context)).map(([subscriber, { events, isNotification }]) => ({
    subscriber,
    events,
    is_notification: isNotification,
  }))
