import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { lockRow, type Row } from '#database/rows.ts'
import { defer } from '#database/statement.ts'
import { findItemsOfVariants } from '#entities/inventory/item/find-items.ts'
import { deleteUnusedItems } from '#entities/inventory/item/unused-items.ts'
import { lockLevels } from '#entities/inventory/level/lock-levels.ts'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { Step } from '#entities/platform/step/step.ts'
import { query } from '#entities/query.ts'
import { now } from '#entities/values/clock.ts'
import { Product } from './product.ts'

export interface ProductDeletion {
  product: Row<Product>
}

export const deleteProductStep = new Step<ProductDeletion>({
  moment: 'An administrator deletes a product.',
  context: { product: '' },
})

export async function deleteProduct(em: EntityManager, id: string): Promise<void> {
  const product = await lockRow(em, Product, { id })
  if (!product) return
  await deleteProductStep.assertAllowed(em, { product })
  const variants = await selectVariants(em, id)
  const deleted_at = now()
  await deleteVariants(
    em,
    variants.map((variant) => variant.id),
    deleted_at,
  )
  product.deleted_at = deleted_at
  await announce(em, 'product.deleted', { id })
  deleteProductStep.addEffects(em, { product })
}

/** The caller must have locked the product. */
export async function deleteVariants(em: EntityManager, ids: readonly string[], deleted_at = now()): Promise<void> {
  if (ids.length === 0) return
  const itemIds = await lockItems(em, ids)
  await defer(em, ...deletions.map((deletion) => deletion.with(ids, deleted_at)))
  await deleteUnusedItems(em, itemIds)
}

async function lockItems(em: EntityManager, variantIds: readonly string[]): Promise<string[]> {
  if (!(await isInventoryEnabled(em))) return []
  const itemIds = (await findItemsOfVariants(em, variantIds)).map((item) => item.inventory_item_id)
  await lockLevels(em, itemIds)
  return itemIds
}

const selectVariants = query((db, product_id: string) =>
  db.selectFrom('product_variant').select('id').where('product_id', '=', product_id).where('deleted_at', 'is', null),
)

const deletions = (['money_amount', 'product_option_value'] as const)
  .map((table) =>
    query((db, variantIds: readonly string[], deleted_at: Date) =>
      db
        .updateTable(table)
        .set({ deleted_at })
        .where('variant_id', '=', anyOf(variantIds))
        .where('deleted_at', 'is', null),
    ),
  )
  .concat(
    query((db, ids: readonly string[], deleted_at: Date) =>
      db
        .updateTable('product_variant')
        .set({ deleted_at })
        .where('id', '=', anyOf(ids))
        .where('deleted_at', 'is', null),
    ),
  )
