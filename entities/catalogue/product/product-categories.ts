import type { EntityManager } from '@mikro-orm/postgresql'
import { ProductCategory } from '../category/product-category.ts'

/** One that is not there is refused when the product is stored. */
export function categoriesOf(em: EntityManager, categories: readonly { id: string }[]): ProductCategory[] {
  const ids = [...new Set(categories.map(({ id }) => id))]
  return ids.map((id) => em.getReference(ProductCategory, id))
}
