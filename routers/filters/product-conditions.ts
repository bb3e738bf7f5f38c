import { withDescendants } from '#entities/catalogue/category/descendants.ts'
import type { PriceSetting } from '#entities/catalogue/product/price-setting.ts'
import { pricedWithin } from '#entities/catalogue/search/priced-within.ts'
import {
  selectIdsLike,
  selectIdsLikeIn,
  selectIdsWithOption,
  selectSoldIds,
} from '#entities/catalogue/search/product-ids.ts'
import type { PriceRange } from '#entities/catalogue/search/search-port.ts'
import { selectLinkedIds } from '#entities/promotions/discount/linked-to-condition.ts'
import { type Condition, searchPattern } from '../reading/conditions.ts'

/* These conditions use `$some`, so that a product with several matching variants or tags counts only once. */

/** `chain` has the languages of the response. Empty for the default language. */
export function searchProducts(words: string | undefined, chain: readonly string[] = []): Condition | undefined {
  if (!words) return undefined
  const pattern = searchPattern(words)
  return { id: { $in: chain.length > 0 ? selectIdsLikeIn(chain, pattern, words) : selectIdsLike(pattern, words) } }
}

interface CategoryFilter {
  category_id?: readonly string[] | undefined
  include_category_children?: boolean | undefined
}

export function inCategories(
  { category_id, include_category_children }: CategoryFilter,
  scope: Condition = {},
): Condition | undefined {
  if (!category_id) return undefined
  const below = () => withDescendants(category_id)
  const ids = include_category_children ? below() : category_id
  return { categories: { $some: { id: { $in: ids }, ...scope } } }
}

/** Matches published products of these sales channels. Undefined means the default sales channel. */
export const soldInChannels = (channels: readonly string[] | undefined): Condition => ({
  status: 'published',
  id: { $in: selectSoldIds(channels) },
})

export const soldInOtherChannels = (channels: readonly string[]): Condition => ({
  status: 'published',
  sales_channels: { $none: { id: { $in: channels } } },
})

/** Matches no rows if the discount condition does not exist or has another type. */
export function inDiscountCondition(table: string, column: string, condition: string | undefined) {
  return condition === undefined ? undefined : { id: { $in: selectLinkedIds(table, column, condition) } }
}

/** Matches products that have one of the values of each option, in a language of `chain` or in the default language. */
export function withOptions(
  options: Readonly<Record<string, readonly string[]>> | undefined,
  chain: readonly string[] = [],
): Condition | undefined {
  const conditions = Object.entries(options ?? {}).map(([title, values]) =>
    chain.length > 0
      ? { id: { $in: selectIdsWithOption({ title, values, chain }) } }
      : {
          options: {
            $some: { title, deleted_at: null, values: { $some: { value: { $in: values }, deleted_at: null } } },
          },
        },
  )
  return conditions.length > 0 ? { $and: conditions } : undefined
}

export const pricedIn = (range: PriceRange | undefined, setting: PriceSetting): Condition | undefined =>
  range && { id: { $in: pricedWithin(range, setting) } }
