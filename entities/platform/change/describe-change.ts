import type { ChangedRow, StoredChange } from './change.ts'

/** A row of `selectChanges`. */
export interface ChangeRecord {
  key: string
  source: 'audit' | 'event' | 'row'
  at: string
  cause: string
  user_id: string | null
  user_name: string | null
  owner_id: string | null
  /** An admin resource, such as `draftOrders`, or the group of an event. */
  resource: string
  ids: string[]
  rows: { table: string; action: 'create' | 'update' | 'delete'; ids: string[] }[] | null
  payload: Record<string, unknown> | null
}

const KINDS = { create: 'created', update: 'updated', delete: 'deleted' } as const

/** The tables of events whose group has another name. */
const TABLE_OF_GROUP: Readonly<Record<string, string>> = {
  batch: 'batch_job',
  claim: 'claim_order',
  'order-edit-item-change': 'order_item_change',
  'reservation-items': 'reservation_item',
}

export function describeChange(record: ChangeRecord, resourceOfGroup: ReadonlyMap<string, string>): StoredChange {
  const { key, at, cause, user_id, user_name, owner_id, source, resource } = record
  const rows = source === 'event' ? rowsOfEvent(record) : rowsOfRecord(record)
  const ids = [...new Set([...record.ids, ...rows.map(({ id }) => id)])]
  return {
    key,
    change: { at: new Date(at), cause, by: user_id ? { id: user_id, name: user_name } : null, rows, ids },
    resource: source === 'event' ? (resourceOfGroup.get(resource) ?? resource) : resource,
    owner_id,
  }
}

function rowsOfRecord({ rows }: ChangeRecord): ChangedRow[] {
  const described = (rows ?? []).map(({ table, action, ids }) => ({
    entity: table,
    id: ids[0] ?? '',
    kind: KINDS[action],
  }))
  return withoutRepetitions(described)
}

function rowsOfEvent({ cause, resource: group, payload, ids }: ChangeRecord): ChangedRow[] {
  const entity = TABLE_OF_GROUP[group] ?? group.replaceAll('-', '_')
  const kind = kindOf(cause.slice(group.length + 1).toLowerCase())
  const subjects = [payload?.id, payload?.ids].flat().filter((id) => typeof id === 'string')
  const own = subjects.map((id) => ({ entity, id, kind }))
  const others = Object.entries(payload ?? {}).flatMap(([name, id]) =>
    name.endsWith('_id') && typeof id === 'string' ? [{ entity: name.slice(0, -3), id, kind: 'updated' as const }] : [],
  )
  const variants = ids.map((id) => ({ entity: 'product_variant', id, kind: 'updated' as const }))
  return withoutRepetitions([...own, ...others, ...variants])
}

function kindOf(verb: string): ChangedRow['kind'] {
  if (['created', 'placed', 'bulk-created'].includes(verb)) return 'created'
  return verb === 'deleted' ? 'deleted' : 'updated'
}

const withoutRepetitions = (rows: readonly ChangedRow[]): ChangedRow[] => [
  ...new Map(rows.map((row) => [`${row.entity} ${row.id} ${row.kind}`, row])).values(),
]
