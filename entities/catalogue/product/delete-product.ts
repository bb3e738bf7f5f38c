import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { findItemsOfVariants } from '#entities/inventory/item/find-items.ts'
import { deleteUnusedItems } from '#entities/inventory/item/unused-items.ts'
import { lockLevels } from '#entities/inventory/level/lock-levels.ts'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { Step } from '#entities/platform/step/step.ts'
import { now } from '#entities/values/clock.ts'
import { MoneyAmount } from './money-amount.ts'
import { Product } from './product.ts'
import { ProductOptionValue } from './product-option-value.ts'
import { ProductVariant } from './product-variant.ts'

export interface ProductDeletion {
  product: Row<Product>
}

export const deleteProductStep = new Step<ProductDeletion>()

export async function deleteProduct(em: EntityManager, id: string): Promise<void> {
  const product = await lockRow(em, Product, { id })
  if (!product) return
  await deleteProductStep.assertAllowed(em, { product })
  await deleteVariants(em, { product_id: id })
  await em.nativeUpdate(Product, { id }, { deleted_at: now() })
  await announce(em, 'product.deleted', { id })
}

export async function deleteVariants(em: EntityManager, where: FilterQuery<ProductVariant>): Promise<string[]> {
  const variants = await em.find(ProductVariant, where, { fields: ['id'], disableIdentityMap: true })
  if (variants.length === 0) return []
  const ids = variants.map((variant) => variant.id)
  const itemIds = await lockItems(em, ids)
  const deleted_at = now()
  await em.nativeUpdate(MoneyAmount, { variant_id: { $in: ids } }, { deleted_at })
  await em.nativeUpdate(ProductOptionValue, { variant_id: { $in: ids } }, { deleted_at })
  await em.nativeUpdate(ProductVariant, { id: { $in: ids } }, { deleted_at })
  await deleteUnusedItems(em, itemIds)
  return ids
}

async function lockItems(em: EntityManager, variantIds: readonly string[]): Promise<string[]> {
  if (!(await isInventoryEnabled(em))) return []
  const itemIds = (await findItemsOfVariants(em, variantIds)).map((item) => item.inventory_item_id)
  await lockLevels(em, itemIds)
  return itemIds
}
