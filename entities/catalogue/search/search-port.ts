import type { FacetName, Facets } from './facets.ts'

export type { FacetName, Facets } from './facets.ts'

/** Finds products for `POST /store/products/search`. The shop calls it outside of transactions. */
export interface SearchProvider {
  /** The timeout of a request, in milliseconds. Default: 2,000. */
  readonly timeoutMs?: number
  /**
   * Returns the page that `limit` and `offset` select, best match first. The shop leaves out products that the caller may
   * not see. After an error, a timeout or an invalid answer, PostgreSQL answers the search.
   */
  search(request: SearchRequest, options: { signal: AbortSignal }): Promise<SearchAnswer>
}

export interface SearchRequest {
  /** The words of the caller. Empty for all products. */
  q: string
  /** The language of the response, such as `de-AT`. Null if the shop has one language. */
  locale: string | null
  /** A product must match all of these filters, and one value of each. */
  filter: SearchFilter
  /** The answer must have each of these facets. */
  facets: readonly FacetName[]
  /** The limits between the ranges of the price facet, in ascending order and in minor units. */
  price_bounds: readonly number[]
  /** A product must be in one of these sales channels. */
  sales_channel_ids: readonly string[]
  region_id: string | null
  /** The currency of the prices. Never null if the request has a filter or a facet for prices. */
  currency_code: string | null
  limit: number
  offset: number
}

export interface SearchFilter {
  category_id?: readonly string[] | undefined
  collection_id?: readonly string[] | undefined
  type_id?: readonly string[] | undefined
  /** Ids of tags. */
  tags?: readonly string[] | undefined
  /** Values by the title of their option. */
  options?: Readonly<Record<string, readonly string[]>> | undefined
  /** Bounds of the lowest price of a product, in minor units. */
  price?: PriceRange | undefined
}

export interface PriceRange {
  gt?: number | undefined
  gte?: number | undefined
  lt?: number | undefined
  lte?: number | undefined
}

export interface SearchAnswer {
  ids: readonly string[]
  /** Required if the request has facets. */
  facets?: Facets | undefined
}
