import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql'
import { announce } from '#entities/platform/event/announce.ts'
import { MoneyAmount } from './money-amount.ts'
import { Product } from './product.ts'
import { ProductOptionValue } from './product-option-value.ts'
import { ProductVariant } from './product-variant.ts'

/** The product is gone with its variants; one that is gone already is no fault. */
export async function deleteProduct(em: EntityManager, id: string): Promise<void> {
  await deleteVariants(em, { product_id: id })
  const deleted = await em.nativeUpdate(Product, { id }, { deleted_at: new Date() })
  if (deleted > 0) await announce(em, 'product.deleted', { id })
}

/**
 * Their prices go with them, so that no price list shows them any more, and their values, so that no option offers them.
 * Answers the ids of those that are gone.
 */
export async function deleteVariants(em: EntityManager, which: FilterQuery<ProductVariant>): Promise<string[]> {
  const variants = await em.find(ProductVariant, which, { fields: ['id'], disableIdentityMap: true })
  if (variants.length === 0) return []
  const ids = variants.map((variant) => variant.id)
  const deleted_at = new Date()
  await em.nativeUpdate(MoneyAmount, { variant_id: { $in: ids } }, { deleted_at })
  await em.nativeUpdate(ProductOptionValue, { variant_id: { $in: ids } }, { deleted_at })
  await em.nativeUpdate(ProductVariant, { id: { $in: ids } }, { deleted_at })
  return ids
}
