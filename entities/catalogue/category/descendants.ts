import { type EntityManager, type RawQueryFragment, raw } from '@mikro-orm/postgresql'
import { ProductCategory } from './product-category.ts'

export async function descendantsOf(em: EntityManager, ids: readonly string[]): Promise<ProductCategory[]> {
  if (ids.length === 0) return []
  const where = { id: { $in: raw(`(${descendantsSql('c.mpath > w.mpath')})`, [JSON.stringify(ids)]) } }
  return em.find(ProductCategory, where, { orderBy: { rank: 'asc' }, disableIdentityMap: true })
}

const CATEGORIES_AND_DESCENDANTS_SQL = descendantsSql('c.mpath >= w.mpath')

export const withDescendants = (ids: readonly string[]): RawQueryFragment =>
  raw(`(${CATEGORIES_AND_DESCENDANTS_SQL})`, [JSON.stringify(ids)])

function descendantsSql(bound: string): string {
  return `select c.id from product_category c join product_category w on ${bound} and c.mpath < w.mpath || '~'
    where w.id in (select jsonb_array_elements_text(?::jsonb))`
}
