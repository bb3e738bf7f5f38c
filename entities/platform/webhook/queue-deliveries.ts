import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { addJobs } from '../job/enqueue.ts'

/* A delivery has at most twelve attempts. The last attempt is about a day after the first. */

const matchesFilter = `
  w.is_active and not e.is_private and exists (
    select from unnest(w.events) as filter
    where filter = e.name or (filter like '%*' and starts_with(e.name, rtrim(filter, '*'))))`

const columns = 'id, created_at, updated_at, webhook_id, event_id, event_name, status, attempts'
const row = `'whd_' || substr(w.id, 4) || '_' || e.id as id, now() as created_at, now() as updated_at, w.id as webhook_id,
  e.id as event_id, e.name as event_name, 'pending' as status, 0 as attempts`

const jobs = `
  select json_build_object('name', 'send_webhook', 'payload', json_build_object('delivery_id', id), 'max_attempts', 12,
    'key', 'webhook:' || id) as job
  from queued`

/** Parts of the statement that dispatches events. The statement must define the CTE `events`: the events to dispatch. */
export const queueDeliveriesSql = {
  deliveries: `select ${row} from events e join webhook w on ${matchesFilter}`,
  queued: `
    insert into webhook_delivery (${columns}) select * from deliveries
    on conflict do nothing
    returning id`,
  jobs,
}

const REPLAY_BATCH_SIZE = 500

/** Queues a batch of the webhook's events with ids from `from` to `to` again. Returns the last queued id, or null. */
export async function requeueDeliveries(
  em: EntityManager,
  { webhook_id, from, to }: { webhook_id: string; from: number; to: number },
): Promise<number | null> {
  const [part] = await requeuePart(em, webhook_id, from, to)
  if (part?.jobs) await addJobs(em, part.jobs)
  return part?.last ?? null
}

const requeuePart = statement<{ last: number | null; jobs: string | null }>(`
  with deliveries as materialized (
    select ${row}
    from event e join webhook w on ${matchesFilter}
    where w.id = $1 and e.id between $2 and $3
    order by e.id
    limit ${REPLAY_BATCH_SIZE}
  ), queued as (
    insert into webhook_delivery (${columns}) select * from deliveries
    on conflict (webhook_id, event_id) do update
    set updated_at = excluded.updated_at, status = 'pending', attempts = 0, response_code = null, error = null, delivered_at = null
    returning id, event_id
  )
  select max(event_id)::float8 as last, (select json_agg(job)::text from (${jobs}) as jobs) as jobs from queued`)

export const countMatchingEvents = statement<{ count: number; last: number | null }>(`
  select count(*)::int as count, max(e.id)::float8 as last
  from event e join webhook w on ${matchesFilter}
  where w.id = $1 and e.id >= $2`)

/** The jobs of deliveries that have an attempt left. A cluster joins them with tables of the shop only through a materialized `with`. */
export const WAITING_DELIVERIES_SQL = `graphile_worker.jobs where key like 'webhook:%' and attempts < max_attempts`

/** Marks deliveries as failed if their worker died in the last attempt. */
export const failOrphanedDeliveries = statement(`
  with waiting as materialized (select key from ${WAITING_DELIVERIES_SQL})
  update webhook_delivery d
  set status = 'failed', updated_at = now(), error = coalesce(error, 'The last attempt was interrupted')
  where status = 'pending' and updated_at < now() - interval '1 hour'
    and not exists (select from waiting where key = 'webhook:' || d.id)`)
