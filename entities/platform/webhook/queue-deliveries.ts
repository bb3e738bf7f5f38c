import { statement } from '#database/statement.ts'

/* A delivery has at most twelve attempts. The last attempt is about a day after the first. */

const matchesFilter = `
  w.is_active and not e.is_private and exists (
    select from unnest(w.events) as filter
    where filter = e.name or (filter like '%*' and starts_with(e.name, rtrim(filter, '*'))))`

const columns = 'id, created_at, updated_at, webhook_id, event_id, event_name, status, attempts'
const row = `'whd_' || substr(w.id, 4) || '_' || e.id, now(), now(), w.id, e.id, e.name, 'pending', 0`

const jobs = `
  select (
    'send_webhook', json_build_object('delivery_id', id), null, null, 12, 'webhook:' || id, null, null
  )::graphile_worker.job_spec as spec
  from queued`

/** Parts of the statement that dispatches events. The statement must define the CTE `events`: the events to dispatch. */
export const queueDeliveriesSql = {
  deliveries: `
    insert into webhook_delivery (${columns})
    select ${row} from events e join webhook w on ${matchesFilter}
    on conflict do nothing
    returning id`,
  jobs,
}

const REPLAY_BATCH_SIZE = 500

/** Queues a batch of the webhook's ($1) events with ids from $2 to $3 again. Returns the last queued id, or null. */
export const requeueDeliveries = statement<{ last: number | null }>(`
  with queued as (
    insert into webhook_delivery (${columns})
    select ${row}
    from event e join webhook w on ${matchesFilter}
    where w.id = $1 and e.id between $2 and $3
    order by e.id
    limit ${REPLAY_BATCH_SIZE}
    on conflict (webhook_id, event_id) do update
    set updated_at = now(), status = 'pending', attempts = 0, response_code = null, error = null, delivered_at = null
    returning id, event_id
  ), added as (
    select graphile_worker.add_jobs(array_agg(spec)) from (${jobs}) as jobs having count(*) > 0
  )
  select max(event_id)::float8 as last, (select count(*) from added) as enqueued from queued`)

export const countMatchingEvents = statement<{ count: number; last: number | null }>(`
  select count(*)::int as count, max(e.id)::float8 as last
  from event e join webhook w on ${matchesFilter}
  where w.id = $1 and e.id >= $2`)

/** Marks deliveries as failed if their worker died in the last attempt. */
export const failOrphanedDeliveries = statement(`
  update webhook_delivery d
  set status = 'failed', updated_at = now(), error = coalesce(error, 'The last attempt was interrupted')
  where status = 'pending' and updated_at < now() - interval '1 hour'
    and not exists (
      select from graphile_worker.jobs j where j.key = 'webhook:' || d.id and j.attempts < j.max_attempts)`)
