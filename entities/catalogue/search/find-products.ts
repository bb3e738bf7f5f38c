import type { EntityManager } from '@mikro-orm/postgresql'
import { defaultSalesChannelId } from '#entities/market/store/find-store.ts'
import { shopOf } from '#entities/shop.ts'
import type { ProductSearch } from './product-search.ts'
import type { SearchEngine } from './search-engine.ts'
import type { SearchAnswer } from './search-port.ts'
import { searchProducts } from './search-products.ts'
import { MAX_SEARCH_LENGTH } from './search-words.ts'

/**
 * Returns product ids, best match first, and the requested facets, from the search provider or else from PostgreSQL. The
 * ids of a provider may name products that do not exist or that the caller may not see.
 */
export async function findProducts(em: EntityManager, search: ProductSearch): Promise<SearchAnswer> {
  const engine = shopOf(em).search
  return (engine && (await askEngine(em, engine, search))) ?? searchProducts(em, search)
}

async function askEngine(
  em: EntityManager,
  engine: SearchEngine,
  { words, channels, setting, filter, facets, price_bounds, locale, limit, offset }: ProductSearch,
): Promise<SearchAnswer | null> {
  return engine.search({
    ...{ filter, facets, price_bounds, locale, limit, offset },
    q: words.slice(0, MAX_SEARCH_LENGTH),
    sales_channel_ids: channels ?? [await defaultSalesChannelId(em)],
    region_id: setting.region?.id ?? null,
    currency_code: setting.currency?.code ?? null,
  })
}
