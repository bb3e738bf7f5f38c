import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { addJobs } from '../job/enqueue.ts'
import { queueDeliveriesSql } from '../webhook/queue-deliveries.ts'
import type { EventName } from './events.ts'

export interface Subscription {
  subscriber: string
  events: readonly EventName[]
  is_notification: boolean
}

export const DISPATCH_BATCH_SIZE = 20

/** Creates jobs for a batch of outbox events. Returns the number of events in the batch. */
export async function dispatchOutbox(em: EntityManager, subscriptions: readonly Subscription[]): Promise<number> {
  const [first] = await findFirstEvent(em)
  if (!first) return 0
  return inTransaction(em, async (transaction) => {
    const [batch] = await dispatchEvents(transaction, JSON.stringify(subscriptions))
    if (batch?.jobs) await addJobs(transaction, batch.jobs)
    return batch?.count ?? 0
  })
}

const findFirstEvent = statement('select from event_outbox limit 1')

// With `any(array(…))`, PostgreSQL expects few ids and uses the index.
const dispatchEvents = statement<{ count: number; jobs: string | null }>(`
  with dispatched as (
    delete from event_outbox where event_id = any(array(
      select event_id from event_outbox order by event_id limit ${DISPATCH_BATCH_SIZE} for update skip locked))
    returning event_id
  ), events as (
    select e.* from dispatched join event e on e.id = dispatched.event_id
  ), subscribed as (
    select e.id, s.subscriber
    from events e
    join json_to_recordset($1::json) as s (subscriber text, events text[], is_notification boolean)
      on e.name = any(s.events)
    where not s.is_notification or coalesce(e.payload ->> 'no_notification', 'false') <> 'true'
  ), awaited as (
    update event e
    set awaited_by = subscribers.names, payload = case when subscribers.names = '{}' then e.payload - 'token' else e.payload end
    from (
      select id, array(select subscriber from subscribed where subscribed.id = events.id) as names from events where is_private
    ) as subscribers
    where e.id = subscribers.id and e.awaited_by is null
  ), deliveries as materialized (
    ${queueDeliveriesSql.deliveries}
  ), queued as (${queueDeliveriesSql.queued}
  ), jobs as (${queueDeliveriesSql.jobs}
    union all
    select json_build_object('name', 'tell_subscriber',
      'payload', json_build_object('subscriber', subscriber, 'events', json_agg(id order by id)))
    from subscribed group by subscriber
  )
  select (select count(*)::int from dispatched) as count, (select json_agg(job)::text from jobs) as jobs`)
