import { type EntityManager, raw } from '@mikro-orm/postgresql'
import { ProductCategory } from './product-category.ts'

/** All that descends from the categories with these ids, in one statement. */
export async function descendantsOf(em: EntityManager, ids: readonly string[]): Promise<ProductCategory[]> {
  if (ids.length === 0) return []
  const where = { id: { $in: raw(`(${below('c.mpath > w.mpath')})`, [JSON.stringify(ids)]) } }
  return em.find(ProductCategory, where as never, { orderBy: { rank: 'asc' }, disableIdentityMap: true })
}

/** Selects the ids of the categories of a JSON list, and of all that descends from them. */
export const AND_DESCENDANTS = below('c.mpath >= w.mpath')

function below(bound: string): string {
  return `select c.id from product_category c join product_category w on ${bound} and c.mpath < w.mpath || '~'
    where w.id in (select jsonb_array_elements_text(?::jsonb))`
}
