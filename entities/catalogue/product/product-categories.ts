import type { EntityManager } from '@mikro-orm/postgresql'
import { ProductCategory } from '../category/product-category.ts'

export function referenceCategories(em: EntityManager, categories: readonly { id: string }[]): ProductCategory[] {
  const ids = [...new Set(categories.map(({ id }) => id))]
  return ids.map((id) => em.getReference(ProductCategory, id))
}
