import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { ProductCategory } from './product-category.ts'

/** Blocks other changes of the tree, so that ranks stay unique and no cycle appears. Reads are not blocked. */
export async function lockCategoryTree(em: EntityManager): Promise<void> {
  await em.execute('lock table product_category in share row exclusive mode')
}

export async function findCategory(em: EntityManager, id: string): Promise<Row<ProductCategory>> {
  const category = await findRow(em, ProductCategory, { id })
  if (!category) throw new NotFound(`ProductCategory with id: ${id} was not found`)
  return category
}
