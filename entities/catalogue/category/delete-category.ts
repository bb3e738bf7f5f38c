import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow } from '#database/rows.ts'
import { NotAllowed } from '#entities/errors.ts'
import { archiveRow } from '#entities/platform/archive/archive-row.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { lockProductsOfCategory } from '../product/lock-products.ts'
import { lockCategoryTree } from './find-category.ts'
import { closeGap } from './place-category.ts'
import { ProductCategory } from './product-category.ts'

export async function deleteCategory(em: EntityManager, id: string): Promise<void> {
  await lockCategoryTree(em)
  const category = await findRow(em, ProductCategory, { id })
  if (!category) return
  if ((await em.count(ProductCategory, { parent_category_id: id })) > 0)
    throw new NotAllowed(`Deleting ProductCategory (${id}) with category children is not allowed`).because({
      name: 'category_has_children',
    })
  // The deletion also removes the links of the products.
  await lockProductsOfCategory(em, id)
  await archiveRow(em, 'product_category', id)
  await em.nativeDelete(ProductCategory, { id })
  await closeGap(em, id, category.parent_category_id ?? null, category.rank)
  await announce(em, 'product-category.deleted', { id })
}
