import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { earliestRestorable } from '#entities/platform/archive/restorable-days.ts'
import { KINDS, type Restorable, SOFT_DELETED } from './restorable.ts'

interface DeletedRow {
  id: string
  resource: Restorable
  title: string
  deleted_at: Date
}

const MOST = 200

/** Returns the rows of these kinds that can be restored, without products, the last deleted first, at most 200. */
export async function findDeletedRows(em: EntityManager, kinds: readonly Restorable[]): Promise<DeletedRow[]> {
  const rows = await selectDeleted(em, earliestRestorable(), MOST, kinds)
  return rows.map((row) => ({ ...row, deleted_at: new Date(row.deleted_at) }))
}

const selects = SOFT_DELETED.map((resource) => {
  const { table, title, where } = KINDS[resource]
  return `select id, '${resource}' as resource, ${title} as title, deleted_at as at from ${table}
    where deleted_at >= $1 and '${resource}' = any($3::text[]) and ${where}`
})

const archived =
  'select id, resource, title, deleted_at as at from deleted_row where deleted_at >= $1 and resource = any($3::text[])'

type StoredRow = Omit<DeletedRow, 'deleted_at'> & { deleted_at: string }

const selectDeleted = statement<StoredRow, [after: Date, limit: number, kinds: readonly Restorable[]]>(`
  select id, resource, title, to_json(at) #>> '{}' as deleted_at from (${[...selects, archived].join(' union all ')}) as row
  order by at desc, id limit $2`)
