import type { EntityManager } from '@mikro-orm/postgresql'
import { Event } from '#entities/event/event.ts'
import type { EventName, EventOf } from '#entities/event/events.ts'
import { enqueueAll } from '#entities/job/enqueue.ts'
import type { Task } from '#server/jobs/job-context.ts'
import type { Subscriber, Subscribers } from './subscriber.ts'

/** Gives each subscriber of each event a job of its own: one that fails is told again, and the others are not. */
export const dispatchEvents: Task<'dispatch_events'> = async ({ orm, subscribers }, { ids }) => {
  const em = orm.em.fork()
  const events = await em.find(Event, { id: { $in: ids } }, { orderBy: { id: 'asc' } })
  const jobs = events.flatMap((event) =>
    namesOfSubscribers(subscribers, event).map((subscriber) => ({
      payload: { event_id: event.id, subscriber },
      key: `event:${event.id}:${subscriber}`,
    })),
  )
  await enqueueAll(em, 'deliver_event', jobs)
}

export const deliverEvent: Task<'deliver_event'> = async (context, { event_id, subscriber }) => {
  const em: EntityManager = context.orm.em.fork()
  const event = await em.findOne(Event, { id: event_id })
  const { id, created_at, name, payload } = event ?? {}
  if (!event) return
  await context.subscribers[subscriber]?.receive(context, { id, created_at, name, payload } as EventOf<EventName>)
}

function namesOfSubscribers(subscribers: Subscribers, event: Event): string[] {
  const wants = ({ events, isNotification }: Subscriber) =>
    events.includes(event.name) && !(isNotification && event.payload.no_notification)
  return Object.entries(subscribers)
    .filter(([, subscriber]) => wants(subscriber))
    .map(([name]) => name)
}
