import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { lockRow, lockRows, type Row } from '#database/rows.ts'
import { defer } from '#database/statement.ts'
import { DomainError } from '#entities/errors.ts'
import { findItemsOfVariants } from '#entities/inventory/item/find-items.ts'
import { deleteUnusedItems } from '#entities/inventory/item/unused-items.ts'
import { lockLevels } from '#entities/inventory/level/lock-levels.ts'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
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
  await deleteAllowed(em, [product])
}

/** Deletes hundreds of products at once. Returns the ids of the products that a plugin keeps. */
export async function deleteProducts(em: EntityManager, ids: readonly string[]): Promise<string[]> {
  const allowed: Row<Product>[] = []
  const kept: string[] = []
  for (const product of await lockRows(em, Product, { id: ids })) {
    try {
      await deleteProductStep.assertAllowed(em, { product })
      allowed.push(product)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      kept.push(product.id)
    }
  }
  await deleteAllowed(em, allowed)
  return kept
}

async function deleteAllowed(em: EntityManager, products: readonly Row<Product>[]): Promise<void> {
  const ids = products.map(({ id }) => id)
  const variants = await selectVariants(em, ids)
  const deleted_at = now()
  await deleteVariants(
    em,
    variants.map((variant) => variant.id),
    deleted_at,
  )
  for (const product of products) product.deleted_at = deleted_at
  await announceAll(
    em,
    ids.map((id) => ({ name: 'product.deleted', payload: { id } })),
  )
  for (const product of products) deleteProductStep.addEffects(em, { product })
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

const selectVariants = query((db, productIds: readonly string[]) =>
  db
    .selectFrom('product_variant')
    .select('id')
    .where('product_id', '=', anyOf(productIds))
    .where('deleted_at', 'is', null),
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
