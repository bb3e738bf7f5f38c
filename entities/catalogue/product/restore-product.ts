import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { addMissingItems } from '#entities/inventory/item/missing-items.ts'
import { earliestRestorable, RESTORABLE_DAYS } from '#entities/platform/archive/restorable-days.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { buildVariantAnnouncements, variantsOf } from './variant-events.ts'

/** Restores a deleted product with the variants that were deleted with it. Does nothing for another product. */
export async function restoreProduct(em: EntityManager, id: string): Promise<void> {
  const [product] = await lockDeleted(em, id, earliestRestorable())
  if (!product) throw new NotFound(`Product with id: ${id} was not found`)
  const { deleted_at } = product
  if (deleted_at === null) return
  if (product.is_expired)
    throw new NotAllowed(`Products can be restored for ${RESTORABLE_DAYS} days after their deletion`).because({
      name: 'restore_expired',
      days: RESTORABLE_DAYS,
    })
  await restoreRow(em, id)
  const variantIds = (await restoreVariants(em, id, deleted_at)).map((variant) => variant.id)
  await restorePrices(em, variantIds, deleted_at)
  await restoreValues(em, variantIds, deleted_at)
  await addMissingItems(em, variantIds)
  await announceAll(em, [
    { name: 'product.created', payload: { id } },
    ...buildVariantAnnouncements('created', variantsOf(id, variantIds)),
  ])
}

interface DeletedRow {
  deleted_at: string | null
  is_expired: boolean
}

const lockDeleted = statement<DeletedRow, [id: string, earliest: Date]>(
  'select deleted_at::text, coalesce(deleted_at < $2, false) as is_expired from product where id = $1 for no key update',
)

const restoreRow = statement<object, [id: string]>(
  'update product set deleted_at = null, updated_at = now() where id = $1',
)

const restoreVariants = statement<{ id: string }, [id: string, deleted_at: string]>(`
  update product_variant set deleted_at = null, updated_at = now()
  where product_id = $1 and deleted_at = $2::timestamptz returning id`)

const restorePrices = statement<object, [variantIds: readonly string[], deleted_at: string]>(`
  update money_amount set deleted_at = null where variant_id = any($1::text[]) and deleted_at = $2::timestamptz`)

const restoreValues = statement<object, [variantIds: readonly string[], deleted_at: string]>(`
  update product_option_value set deleted_at = null where variant_id = any($1::text[]) and deleted_at = $2::timestamptz`)
