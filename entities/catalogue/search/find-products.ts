import type { EntityManager } from '@mikro-orm/postgresql'
import { defaultSalesChannelId } from '#entities/market/store/find-store.ts'
import { type ProductSearch, searchProducts } from '../product/search-products.ts'
import { MAX_SEARCH_LENGTH } from '../product/search-words.ts'
import { searchEngineOf } from './installed-search-engine.ts'
import type { SearchEngine } from './search-engine.ts'

/**
 * Returns product ids, best match first, from the search provider or else from PostgreSQL. The ids of a provider may
 * name products that do not exist or that the caller may not see.
 */
export async function findProducts(em: EntityManager, search: ProductSearch): Promise<readonly string[]> {
  const engine = searchEngineOf(em)
  return (engine && (await askEngine(em, engine, search))) ?? searchProducts(em, search)
}

async function askEngine(
  em: EntityManager,
  engine: SearchEngine,
  { words, channels, limit, offset, ...filter }: ProductSearch,
): Promise<readonly string[] | undefined> {
  const sales_channel_ids = channels ?? [await defaultSalesChannelId(em)]
  const q = words.slice(0, MAX_SEARCH_LENGTH)
  const answer = await engine.search({ q, filter, sales_channel_ids, limit, offset })
  return answer?.ids
}
