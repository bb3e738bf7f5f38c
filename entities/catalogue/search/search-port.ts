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
  /** A product must match all of these filters, and one value of each. */
  filter: SearchFilter
  /** A product must be in one of these sales channels. */
  sales_channel_ids: readonly string[]
  limit: number
  offset: number
}

export interface SearchFilter {
  collection_id?: readonly string[] | undefined
  type_id?: readonly string[] | undefined
  /** Ids of tags. */
  tags?: readonly string[] | undefined
}

export interface SearchAnswer {
  /** Ids of products. */
  ids: readonly string[]
}
