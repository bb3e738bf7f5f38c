import { raw } from '@mikro-orm/postgresql'
import { AND_DESCENDANTS } from '#entities/catalogue/category/descendants.ts'
import { type Condition, searchText } from '../reading/conditions.ts'

/*
 * Conditions on what products have many of. `$some` asks whether there is one, so that a product counts once however
 * many of its variants or tags fit.
 */

/** The words occur in what a product, its collection or one of its variants is called. */
export function searchProducts(words: string | undefined): Condition | undefined {
  const own = searchText(words, ['title', 'description', 'collection.title'])
  return own && { $or: [own, { variants: { $some: searchText(words, ['title', 'sku']) } }] }
}

/** One of the related rows, at the end of a dotted path of relations to many, has one of these values in the column. */
export function relatedTo(path: string, values: readonly string[] | undefined, column = 'id'): Condition | undefined {
  if (!values) return undefined
  const wanted: Condition = { [column]: { $in: values } }
  return path.split('.').reduceRight((inner, name) => ({ [name]: { $some: inner } }), wanted)
}

interface CategoryFilter {
  category_id?: readonly string[] | undefined
  include_category_children?: boolean | undefined
}

/** In one of the categories, or in one that descends from them where these count too; `scope`: categories that count. */
export function inCategories(
  { category_id, include_category_children }: CategoryFilter,
  scope: Condition = {},
): Condition | undefined {
  if (!category_id) return undefined
  const below = () => raw(`(${AND_DESCENDANTS})`, [JSON.stringify(category_id)])
  const ids = include_category_children ? below() : category_id
  return { categories: { $some: { id: { $in: ids }, ...scope } } }
}

/** What a storefront may show: published, and sold in one of these channels; where they are undefined, in the main one. */
export function soldInChannels(channels: readonly string[] | undefined): Condition {
  const ids = channels ?? raw('(select default_sales_channel_id from store)')
  return { status: 'published', sales_channels: { $some: { id: { $in: ids } } } }
}

/** What a storefront may show, but for being sold in none of these channels. */
export const soldInOtherChannels = (channels: readonly string[]): Condition => ({
  status: 'published',
  sales_channels: { $none: { id: { $in: channels } } },
})

/** What the condition of a discount names; for a condition of another kind, or none, nothing. */
export function inDiscountCondition(table: string, column: string, condition: string | undefined) {
  return condition === undefined
    ? undefined
    : { id: { $in: raw(`(select ${column} from ${table} where condition_id = ?)`, [condition]) } }
}
