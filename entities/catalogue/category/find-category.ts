import type { EntityManager } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { ProductCategory } from './product-category.ts'

/**
 * Nobody else changes the tree until the transaction ends, so that what is decided of one place holds for all of them:
 * no rank twice, no circle. Reading goes on, and so does putting products into categories.
 */
export async function lockTree(em: EntityManager): Promise<void> {
  await em.execute('lock table product_category in share row exclusive mode')
}

/** @throws NotFound */
export async function findCategory(em: EntityManager, id: string): Promise<ProductCategory> {
  const category = await em.findOne(ProductCategory, { id })
  if (!category) throw new NotFound(`ProductCategory with id: ${id} was not found`)
  return category
}
