import type { EntityManager } from '@mikro-orm/postgresql'
import { trackRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { Event } from '#entities/platform/event/event.ts'
import type { EventName, EventOf } from '#entities/platform/event/events.ts'
import { markDelivered } from '#entities/platform/event/private-events.ts'
import { enqueue } from '#entities/platform/job/enqueue.ts'
import type { Task } from '#server/plugin/job-context.ts'
import { subscribersOf } from './subscriptions.ts'

/** If all events fail, the job is retried. Otherwise a new job retries only the failed events. */
export const deliverToSubscriber: Task<'tell_subscriber'> = async (
  context,
  { subscriber: name, events: ids },
  attempt,
) => {
  const subscriber = subscribersOf(context)[name]
  if (!subscriber) return
  const em: EntityManager = context.orm.em.fork()
  const rows = await selectEvents(em, ids)
  const events = rows.map(({ row }) => trackRow(em, Event, row)).filter((event) => !event.isDeliveredTo(name))
  const failures = await subscriber.receive(context, events, attempt.signal)
  if (failures.length === events.length && failures[0]) throw failures[0].error
  const failedIds = failures.map(({ event }) => event.id)
  const delivered = events.filter(({ id }) => !failedIds.includes(id))
  if (delivered.some(({ is_private }) => is_private)) await markDelivered(em, eventIdsOf(delivered), name)
  if (failedIds.length > 0) await enqueue(em, 'tell_subscriber', { payload: { subscriber: name, events: failedIds } })
  for (const { event, error } of failures) {
    const facts = { err: error, subscriber: name, event: event.id }
    context.logger.warn(facts, 'Delivery of an event to a subscriber failed and will be retried')
  }
}

const selectEvents = statement<{ row: EventOf<EventName> }>(
  'select to_json(e) as row from event e where id = any($1::bigint[]) order by id',
)

const eventIdsOf = (events: readonly Pick<Event, 'id'>[]): number[] => events.map(({ id }) => id)
