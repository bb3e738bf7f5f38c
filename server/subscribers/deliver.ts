import type { EntityManager } from '@mikro-orm/postgresql'
import { Event } from '#entities/event/event.ts'
import type { EventName, EventOf } from '#entities/event/events.ts'
import { awaitTelling, noteTelling } from '#entities/event/private-events.ts'
import { enqueueAll } from '#entities/job/enqueue.ts'
import { statement, together } from '#entities/statement.ts'
import { queueDeliveries } from '#entities/webhook/queue-deliveries.ts'
import type { JobContext, Task } from '#server/jobs/job-context.ts'
import { notifiers } from './notifiers.ts'
import type { Subscriber, Subscribers } from './subscriber.ts'

/**
 * Gives each subscriber and each webhook of each event a job of its own: one that fails is told again, and the others are
 * not. What only one subscriber is to be told, it is told at once.
 */
export const dispatchEvents: Task<'dispatch_events'> = async (context, { ids }) => {
  const em = context.orm.em.fork()
  const [events] = await together(em, eventsById.with(ids), queueDeliveries.with(ids))
  const told = events.map(({ event }) => ({ event, names: namesOfSubscribers(subscribersOf(context), event) }))
  const [only] = told
  if (told.length === 1 && only?.names.length === 1 && !only.event.is_private) {
    await tell(context, only.event, only.names[0] as string)
    return
  }
  await em.transactional(async (inner) => {
    const jobs = told.flatMap(({ event, names }) =>
      names.map((subscriber) => ({
        payload: { event_id: event.id, subscriber },
        key: `event:${event.id}:${subscriber}`,
      })),
    )
    await enqueueAll(inner, 'deliver_event', jobs)
    for (const { event, names } of told) if (event.is_private) await awaitTelling(inner, event.id, names)
  })
}

export const deliverEvent: Task<'deliver_event'> = async (context, { event_id, subscriber }) => {
  const em: EntityManager = context.orm.em.fork()
  const event = await em.findOne(Event, { id: event_id })
  if (!event || event.isToldTo(subscriber)) return
  await tell(context, event, subscriber)
  if (event.is_private) await noteTelling(em, event_id, subscriber)
}

async function tell(context: JobContext, { id, created_at, name, payload }: Event, subscriber: string): Promise<void> {
  const event = { id, created_at: new Date(created_at), name, payload } as EventOf<EventName>
  await subscribersOf(context)[subscriber]?.receive(context, event)
}

// Behind a query the ids are unknown to the planner, which then keeps its first plan, and takes the index in it.
const eventsById = statement<{ event: Event }>(
  'select to_json(e) as event from event e where id = any((select $1::bigint[])::bigint[]) order by id',
)

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
