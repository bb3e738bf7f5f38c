import { statement } from '#database/statement.ts'

/*
 * Deliveries are queued by the database: which webhooks want an event is known when it is handed out, and a delivery is
 * written with the job that makes it. The last of twelve attempts is about a day after the first.
 */

const wanted = `
  w.is_active and not e.is_private and exists (
    select from unnest(w.events) as filter
    where filter = e.name or (filter like '%*' and starts_with(e.name, rtrim(filter, '*'))))`

const columns = 'id, created_at, updated_at, webhook_id, event_id, event_name, status, attempts'
const row = `'whd_' || substr(w.id, 4) || '_' || e.id, now(), now(), w.id, e.id, e.name, 'pending', 0`

/** The jobs of deliveries that are named `queued`, as rows of one column. */
const jobs = `
  select (
    'send_webhook', json_build_object('delivery_id', id), null, null, 12, 'webhook:' || id, null, null
  )::graphile_worker.job_spec as spec
  from queued`

/**
 * For a statement that hands events out: queues those that are named `handed` for the webhooks that want them, and leaves
 * what was queued before as it is.
 */
export const queueDeliveriesSql = {
  deliveries: `
    insert into webhook_delivery (${columns})
    select ${row} from handed e join webhook w on ${wanted}
    on conflict do nothing
    returning id`,
  jobs,
}

const REPLAYED_AT_ONCE = 500

/**
 * Queues for one webhook ($1) the next of the events that it wants from one number ($2) to another ($3), also those that
 * it was told before. Answers the number of the last one; nothing where there are no more.
 */
export const requeueDeliveries = statement<{ last: number | null }>(`
  with queued as (
    insert into webhook_delivery (${columns})
    select ${row}
    from event e join webhook w on ${wanted}
    where w.id = $1 and e.id between $2 and $3
    order by e.id
    limit ${REPLAYED_AT_ONCE}
    on conflict (webhook_id, event_id) do update
    set updated_at = now(), status = 'pending', attempts = 0, response_code = null, error = null, delivered_at = null
    returning id, event_id
  ), added as (
    select graphile_worker.add_jobs(array_agg(spec)) from (${jobs}) as jobs having count(*) > 0
  )
  select max(event_id)::float8 as last, (select count(*) from added) as enqueued from queued`)

/** How many of the events from a number ($2) on a webhook ($1) wants, and the number of the last one. */
export const countMatchingEvents = statement<{ count: number; last: number | null }>(`
  select count(*)::int as count, max(e.id)::float8 as last
  from event e join webhook w on ${wanted}
  where w.id = $1 and e.id >= $2`)

/** Fails what is pending and has no job any more: its worker died in the last attempt. */
export const failStranded = statement(`
  update webhook_delivery d
  set status = 'failed', updated_at = now(), error = coalesce(error, 'The last attempt was interrupted')
  where status = 'pending' and updated_at < now() - interval '1 hour'
    and not exists (
      select from graphile_worker.jobs j where j.key = 'webhook:' || d.id and j.attempts < j.max_attempts)`)
