import type { EntityManager } from '@mikro-orm/postgresql'
import { batch, statement } from '#database/statement.ts'
import { resourcesOfGroups } from '../event/resource-of-event.ts'
import type { StoredChange } from './change.ts'
import { type ChangeRecord, describeChange } from './describe-change.ts'

/** Reads return at most this number of changes. */
export const MAX_CHANGES = 2000

export interface RecentChanges {
  /** A later read from this time, in milliseconds since 1970, misses no change of a transaction of up to a minute. */
  next: number
  /** Oldest first. */
  changes: StoredChange[]
}

/**
 * Reads the changes that were made since a time, in milliseconds since 1970. Changes that an earlier read has returned
 * can be among them.
 */
export async function readRecentChanges(em: EntityManager, since: number): Promise<RecentChanges> {
  // The horizon needs its own statement before the changes, so that each transaction is in the horizon or is visible.
  const [[horizon], records] = await batch<[{ next: string }, ChangeRecord]>(
    em,
    selectHorizon.with(),
    selectChanges.with(since),
  )
  const resources = new Map(resourcesOfGroups(em))
  return { next: Number(horizon?.next), changes: records.map((record) => describeChange(record, resources)) }
}

/** The start of the oldest running transaction, because its rows will have this time. */
const selectHorizon = statement<{ next: string }>(`
  select floor(extract(epoch from least(now(), min(xact_start))) * 1000)::bigint - 1 as next
  from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
    and xact_start > now() - interval '1 minute'`)

const SINCE = 'to_timestamp($1::float8 / 1000)'

/** Leaves out the events of a transaction with an audit log entry, because the entry describes the same change. */
const selectChanges = statement<ChangeRecord>(`
  select * from (
    select 'audit ' || a.id || ' ' || a.change_count as key, 'audit' as source, to_json(a.created_at) #>> '{}' as at,
      a.procedure as cause, a.user_id,
      coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as user_name, null as owner_id,
      split_part(a.procedure, '.', 2) as resource, to_jsonb(a.resource_ids) as ids, (
        select jsonb_agg(jsonb_build_object('table', c -> 'table', 'action', c -> 'action', 'ids', c -> 'ids'))
        from jsonb_array_elements(a.changes) c) as rows, null::jsonb as payload
    from audit_log a left join "user" u on u.id = a.user_id
    where a.created_at >= ${SINCE}
    union all
    select 'event ' || e.id, 'event', to_json(e.created_at) #>> '{}', e.name, null, null, null,
      split_part(e.name, '.', 1), case when e.name = 'order.placed' then (
        select coalesce(jsonb_agg(distinct variant_id), '[]') from line_item
        where order_id = e.payload ->> 'id' and variant_id is not null) else '[]' end, null, e.payload
    from event e
    where e.created_at >= ${SINCE} and not e.is_private and not exists (
      select from audit_log a where a.created_at = e.created_at and a.resource_ids @> array[e.payload ->> 'id'])
    union all
    select 'batch_job ' || b.id || ' ' || md5(b::text), 'row', to_json(b.updated_at) #>> '{}', 'batch_job', null, null,
      b.created_by, 'batchJobs', '[]', jsonb_build_array(jsonb_build_object('table', 'batch_job', 'action',
        case when b.created_at = b.updated_at then 'create' else 'update' end, 'ids', jsonb_build_array(b.id))), null
    from batch_job b where b.updated_at >= ${SINCE}
    union all
    select 'notification ' || n.id, 'row', to_json(n.created_at) #>> '{}', n.event_name, null, null, null,
      'notifications', jsonb_build_array(n.resource_id), jsonb_build_array(jsonb_build_object('table', 'notification',
        'action', 'create', 'ids', jsonb_build_array(n.id))), null
    from notification n where n.created_at >= ${SINCE}
  ) changes
  order by at limit ${MAX_CHANGES}`)
