import type { EntityManager } from '@mikro-orm/postgresql'
import { type Statement, statement } from '#database/statement.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { ARCHIVED, type Archived } from '#entities/platform/archive/archive-row.ts'
import { earliestRestorable, RESTORABLE_DAYS } from '#entities/platform/archive/restorable-days.ts'
import { type Announcement, announceAll } from '#entities/platform/event/announce.ts'
import { type LeftOut, NOTHING_LEFT_OUT } from './left-out.ts'
import { isArchived, KINDS, type Restorable, SOFT_DELETED, type SoftDeleted } from './restorable.ts'
import { restoreArchivedRow } from './restore-archived-row.ts'

/**
 * Restores a deleted row with the rows that were deleted with it, and returns the parts that cannot come back. Does nothing for a
 * row that is not deleted.
 * @throws NotFound. NotAllowed after 30 days. Duplicate if another row uses the code or the handle now.
 */
export async function restoreRow(
  em: EntityManager,
  { resource, id }: { resource: Restorable; id: string },
): Promise<LeftOut> {
  const lockRow = isArchived(resource) ? archivedLocks[resource] : statements[resource].lockRow
  const [row] = await lockRow(em, id, earliestRestorable())
  if (!row) throw new NotFound(`A deleted ${resource.replace('_', ' ')} with id: ${id} was not found`)
  if (row.deleted_at === null) return NOTHING_LEFT_OUT
  if (row.is_expired)
    throw new NotAllowed(`Rows can be restored for ${RESTORABLE_DAYS} days after their deletion`).because({
      name: 'restore_expired',
      days: RESTORABLE_DAYS,
    })
  let leftOut = NOTHING_LEFT_OUT
  if (isArchived(resource)) leftOut = await restoreArchivedRow(em, resource, id)
  else await statements[resource].restoreRows(em, id, row.deleted_at)
  await announceAll(em, announcementsOf(resource, id))
  return leftOut
}

function announcementsOf(resource: Restorable, id: string): Announcement[] {
  const payload = { id }
  switch (resource) {
    case 'collection':
      return [{ name: 'product-collection.created', payload }]
    case 'sales_channel':
      return [{ name: 'sales_channel.created', payload }]
    case 'note':
      return [{ name: 'note.created', payload }]
    case 'product_category':
      return [{ name: 'product-category.created', payload }]
    case 'region':
      return [{ name: 'region.created', payload }]
    case 'stock_location':
      return [{ name: 'stock-location.created', payload }]
    default:
      return []
  }
}

interface LockedRow {
  deleted_at: string | null
  is_expired: boolean
}

type LockRow = [id: string, earliest: Date]

/** A row that was restored in the meantime is not deleted. */
const archivedSql = (resource: Archived) => `
  with archived as (
    select deleted_at::text, deleted_at < $2 as is_expired from deleted_row where id = $1 and resource = '${resource}' for update
  )
  select * from archived
  union all
  select null, false from ${resource} where id = $1 and not exists (select from archived)
  ${resource === 'region' ? 'and deleted_at is null' : ''}`

const archivedLocks = Object.fromEntries(
  ARCHIVED.map((resource) => [resource, statement<LockedRow, LockRow>(archivedSql(resource))]),
) as Record<Archived, Statement<LockedRow, LockRow>>

const statementsOf = (resource: SoftDeleted) => {
  const { table, where, parent } = KINDS[resource]
  return {
    lockRow: statement<LockedRow, LockRow>(`
      select deleted_at::text, coalesce(deleted_at < $2, false) as is_expired from ${table}
      where id = $1 and (deleted_at is null or ${where}) for no key update`),
    restoreRows: statement<object, [id: string, deleted_at: string]>(`
      update ${table} set deleted_at = null, updated_at = now()
      where (id = $1 ${parent ? `or ${parent} = $1` : ''}) and deleted_at = $2::timestamptz`),
  }
}

const statements = Object.fromEntries(SOFT_DELETED.map((resource) => [resource, statementsOf(resource)])) as Record<
  SoftDeleted,
  ReturnType<typeof statementsOf>
>
