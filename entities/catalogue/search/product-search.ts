import type { PriceSetting } from '../product/price-setting.ts'
import type { FacetName } from './facets.ts'
import type { SearchFilter } from './search-port.ts'

export interface ProductSearch {
  words: string
  /** The languages whose texts the response shows, the preferred one first. Empty for the default language. */
  chain: readonly string[]
  /** The language of the response. Null if the shop has one language. */
  locale: string | null
  filter: SearchFilter
  facets: readonly FacetName[]
  /** The limits between the ranges of the price facet, in ascending order. */
  price_bounds: readonly number[]
  /** Ids of sales channels. Default: the default channel of the store. */
  channels?: readonly string[] | undefined
  /** Its currency is not null if the search has a filter or a facet for prices. */
  setting: PriceSetting
  limit: number
  offset: number
}
