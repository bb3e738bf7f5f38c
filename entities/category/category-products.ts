import type { EntityManager } from '@mikro-orm/postgresql'
import { UnknownReferences } from '../errors.ts'
import { announce } from '../event/announce.ts'
import { link, unlink } from '../links.ts'
import { missingIds } from '../missing.ts'
import { Product } from '../product/product.ts'
import { findCategory } from './find-category.ts'

/** Shows the products in the category too. */
export async function addProducts(em: EntityManager, categoryId: string, ids: readonly string[]): Promise<void> {
  await findCategory(em, categoryId)
  const missing = await missingIds(em, Product, ids)
  if (missing.length > 0) throw new UnknownReferences('Products', missing)
  await link(em, 'product_category_product', categoryId, ids)
  await announce(em, 'product-category.updated', { id: categoryId })
}

/** Products that are not in the category are no fault. */
export async function removeProducts(em: EntityManager, categoryId: string, ids: readonly string[]): Promise<void> {
  await findCategory(em, categoryId)
  await unlink(em, 'product_category_product', categoryId, ids)
  await announce(em, 'product-category.updated', { id: categoryId })
}
