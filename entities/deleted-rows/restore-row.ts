import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { earliestRestorable, RESTORABLE_DAYS } from '#entities/catalogue/product/restore-product.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { KINDS, RESTORABLE, type Restorable } from './restorable.ts'

/**
 * Restores a deleted row with the rows that were deleted with it. Does nothing for a row that is not deleted.
 * @throws NotFound. NotAllowed after 30 days. Duplicate if another row uses the code or the handle now.
 */
export async function restoreRow(
  em: EntityManager,
  { resource, id }: { resource: Restorable; id: string },
): Promise<void> {
  const { lockRow, restoreRows } = statements[resource]
  const [row] = await lockRow(em, id, earliestRestorable())
  if (!row) throw new NotFound(`A deleted ${resource.replace('_', ' ')} with id: ${id} was not found`)
  if (row.deleted_at === null) return
  if (row.is_expired)
    throw new NotAllowed(`Rows can be restored for ${RESTORABLE_DAYS} days after their deletion`).because({
      name: 'restore_expired',
      days: RESTORABLE_DAYS,
    })
  await restoreRows(em, id, row.deleted_at)
  if (resource === 'collection') await announce(em, 'product-collection.created', { id })
  if (resource === 'sales_channel') await announce(em, 'sales_channel.created', { id })
}

interface LockedRow {
  deleted_at: string | null
  is_expired: boolean
}

const statementsOf = (resource: Restorable) => {
  const { table, where, parent } = KINDS[resource]
  return {
    lockRow: statement<LockedRow, [id: string, earliest: Date]>(`
      select deleted_at::text, coalesce(deleted_at < $2, false) as is_expired from ${table}
      where id = $1 and (deleted_at is null or ${where}) for no key update`),
    restoreRows: statement<object, [id: string, deleted_at: string]>(`
      update ${table} set deleted_at = null, updated_at = now()
      where (id = $1 ${parent ? `or ${parent} = $1` : ''}) and deleted_at = $2::timestamptz`),
  }
}

const statements = Object.fromEntries(RESTORABLE.map((resource) => [resource, statementsOf(resource)])) as Record<
  Restorable,
  ReturnType<typeof statementsOf>
>
