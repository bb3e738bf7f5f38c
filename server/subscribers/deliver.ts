import type { EntityManager } from '@mikro-orm/postgresql'
import { Event } from '#entities/event/event.ts'
import type { EventName, EventOf } from '#entities/event/events.ts'
import { awaitTelling, noteTelling } from '#entities/event/private-events.ts'
import { enqueueAll } from '#entities/job/enqueue.ts'
import { queueDeliveries } from '#entities/webhook/queue-deliveries.ts'
import type { JobContext, Task } from '#server/jobs/job-context.ts'
import { notifiers } from './notifiers.ts'
import type { Subscriber, Subscribers } from './subscriber.ts'

/** Gives each subscriber and each webhook of each event a job of its own: one that fails is told again, and the others are not. */
export const dispatchEvents: Task<'dispatch_events'> = (context, { ids }) =>
  context.orm.em.fork().transactional(async (em) => {
    const events = await em.find(Event, { id: { $in: ids } }, { orderBy: { id: 'asc' } })
    const told = events.map((event) => ({ event, names: namesOfSubscribers(subscribersOf(context), event) }))
    const jobs = told.flatMap(({ event, names }) =>
      names.map((subscriber) => ({
        payload: { event_id: event.id, subscriber },
        key: `event:${event.id}:${subscriber}`,
      })),
    )
    await enqueueAll(em, 'deliver_event', jobs)
    await queueDeliveries(em, ids)
    for (const { event, names } of told) if (event.is_private) await awaitTelling(em, event.id, names)
  })

export const deliverEvent: Task<'deliver_event'> = async (context, { event_id, subscriber }) => {
  const em: EntityManager = context.orm.em.fork()
  const event = await em.findOne(Event, { id: event_id })
  if (!event || event.isToldTo(subscriber)) return
  const { id, created_at, name, payload } = event
  await subscribersOf(context)[subscriber]?.receive(context, { id, created_at, name, payload } as EventOf<EventName>)
  if (event.is_private) await noteTelling(em, id, subscriber)
}

function subscribersOf({ subscribers, notifications }: JobContext): Subscribers {
  return notifications ? { ...subscribers, ...notifiers(notifications) } : subscribers
}

function namesOfSubscribers(subscribers: Subscribers, event: Event): string[] {
  const wants = ({ events, isNotification }: Subscriber) =>
    events.includes(event.name) && !(isNotification && event.payload.no_notification)
  return Object.entries(subscribers)
    .filter(([, subscriber]) => wants(subscriber))
    .map(([name]) => name)
}
