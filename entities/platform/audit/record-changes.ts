import type { EntityManager, MetadataStorage } from '@mikro-orm/postgresql'
import { batch, defer, type Executor, statement } from '#database/statement.ts'
import type { AuditLog, Change } from './audit-log.ts'
import { SECRET_COLUMNS } from './audited-tables.ts'
import { mergeChanges } from './merge-changes.ts'

export type AuditEntry = Pick<
  AuditLog,
  | 'id'
  | 'user_id'
  | 'plugin'
  | 'authenticated_by'
  | 'api_key_id'
  | 'procedure'
  | 'resource_type'
  | 'resource_ids'
  | 'request_id'
  | 'ip'
  | 'idempotency_key'
>

/** Turns on the audit triggers from the next statement until the end of the transaction. */
export async function watchChanges(
  executor: Executor & { getMetadata(): MetadataStorage },
  entry: Pick<AuditEntry, 'id'>,
): Promise<void> {
  await defer(executor, watch.with(entry.id, secretColumnsOf(executor.getMetadata())))
}

/** Collects no changes of the transaction until the returned function is called. The changes so far are kept. */
export async function pauseWatching(em: EntityManager): Promise<() => Promise<void>> {
  const [watched] = await readWatched(em)
  const { audit = '', changes = '', count = '' } = watched ?? {}
  if (audit) await setWatched(em, '', '', '')
  return async () => void (await setWatched(em, audit, changes, count))
}

const readWatched = statement<{ audit: string; changes: string; count: string }>(`
  select coalesce(current_setting('cartwright.audit', true), '') as audit,
    coalesce(current_setting('cartwright.audit_changes', true), '') as changes,
    coalesce(current_setting('cartwright.audit_count', true), '') as count`)
const setWatched = statement(`select set_config('cartwright.audit', $1, true),
  set_config('cartwright.audit_changes', $2, true), set_config('cartwright.audit_count', $3, true)`)

/** Turns off the audit triggers until the end of the transaction. The entry keeps the changes that it already has. */
export const stopWatchingChanges = statement("select set_config('cartwright.audit', '', true)")

const secretColumns = new WeakMap<MetadataStorage, string>()

function secretColumnsOf(metadata: MetadataStorage): string {
  const known = secretColumns.get(metadata)
  if (known !== undefined) return known
  const hidden = Array.from(metadata.getAll().values()).flatMap(({ tableName, props }) =>
    props.filter(({ hidden, persist }) => hidden && persist !== false).map(({ name }) => `${tableName}.${name}`),
  )
  const names = [...SECRET_COLUMNS, ...hidden].join(',')
  secretColumns.set(metadata, names)
  return names
}

export async function recordChanges(em: EntityManager, entry: AuditEntry): Promise<void> {
  await defer(em, record.with(...valuesOf(entry), true))
}

export async function recordChangesIfAny(em: EntityManager, entry: AuditEntry): Promise<void> {
  await defer(em, record.with(...valuesOf(entry), false))
}

/** Returns the changes of the transaction so far, after the checks of its commit. */
export async function readChanges(em: EntityManager): Promise<{ changes: Change[]; count: number }> {
  const [, [collected]] = await batch<[object, { changes: Change[]; count: number }]>(
    em,
    checkConstraints.with(),
    selectChanges.with(),
  )
  const { changes = [], count = 0 } = collected ?? {}
  return { changes: mergeChanges(changes), count }
}

const valuesOf = (entry: AuditEntry) =>
  [
    entry.id,
    entry.user_id ?? null,
    entry.authenticated_by,
    entry.procedure,
    entry.resource_type,
    entry.resource_ids,
    entry.request_id,
    entry.ip,
    entry.idempotency_key ?? null,
    entry.api_key_id ?? null,
    entry.plugin ?? null,
  ] as const

const watch = statement(`
  select set_config('cartwright.audit', $1, true), set_config('cartwright.audit_secrets', $2, true)`)

const COLLECTED_CHANGES = `
    ('[' || coalesce(current_setting('cartwright.audit_changes', true), '') || ']')::jsonb as changes,
    coalesce(nullif(current_setting('cartwright.audit_count', true), ''), '0')::integer as count`

const checkConstraints = statement('set constraints all immediate')
const selectChanges = statement<{ changes: Change[]; count: number }>(`select ${COLLECTED_CHANGES}`)

// Without OFFSET, PostgreSQL would parse the changes once for each use.
const record = statement(`
  insert into audit_log (id, created_at, user_id, authenticated_by, procedure, resource_type, resource_ids, request_id,
    ip, idempotency_key, api_key_id, plugin, changes, change_count)
  select $1, now(), $2, $3, $4, $5, array(
      select unnest($6::text[]) union
      select jsonb_array_elements_text(jsonb_path_query_array(collected.changes, '$[*].ids[*]'))),
    $7, $8, $9, $10, $11, collected.changes, collected.count
  from (select ${COLLECTED_CHANGES} offset 0) collected
  where $12 or collected.count > 0
  on conflict (id) do update set
    resource_ids = array(select unnest(audit_log.resource_ids) union select unnest(excluded.resource_ids)),
    changes = audit_log.changes || excluded.changes,
    change_count = audit_log.change_count + excluded.change_count
  returning set_config('cartwright.audit_changes', '', true), set_config('cartwright.audit_count', '', true)`)
