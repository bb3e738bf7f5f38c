import type { EntityManager } from '@mikro-orm/postgresql'
import { connectionQueuesOf } from '#database/connection-queues.ts'
import { batch, statement } from '#database/statement.ts'
import { type FacetRow, facetStatement } from './count-facets.ts'
import { pageStatement } from './page-statement.ts'
import type { ProductSearch } from './product-search.ts'
import { readFacets } from './read-facets.ts'
import type { SearchAnswer } from './search-port.ts'

/** Fills the search index after rows were loaded without triggers. */
export const FILL_PRODUCT_SEARCH = `
  insert into product_search
  select id, product_words(title, description, default_language()), default_language() from product`

/** Searches in PostgreSQL. */
export async function searchProducts(em: EntityManager, search: ProductSearch): Promise<SearchAnswer> {
  const facets = search.facets.length > 0 ? facetStatement(search) : undefined
  const [, found, [counted]] = await connectionQueuesOf(em).runSearch(() =>
    batch<[object, { id: string }, FacetRow]>(em, autoPlanStatement, pageStatement(search), facets),
  )
  const ids = found.map(({ id }) => id)
  return counted ? { ids, facets: readFacets(counted, search.price_bounds) } : { ids }
}

/** Makes PostgreSQL plan the following statements of the batch for their actual parameters. */
export const autoPlanStatement = statement("select set_config('plan_cache_mode', 'auto', true)").with()
