import { fieldsOf } from '#entities/platform/field/installed-fields.ts'
import { memoize } from '#entities/values/memoize.ts'
import { Product } from '../../product/product.ts'
import { ProductVariant } from '../../product/product-variant.ts'
import { csvColumnsOf, splitColumns } from './entity-columns.ts'

const PHYSICAL_COLUMNS = ['weight', 'length', 'width', 'height', 'hs_code', 'origin_country', 'mid_code', 'material']

/*
 * An export has all columns of Medusa v1 in their order, and additional columns only if a row has a value. The columns
 * are computed at their first use, because plugins add fields after this module is loaded.
 */

export const productColumns = memoize(() => {
  const all = csvColumnsOf(Product, {
    prefix: 'Product',
    fields: fieldsOf('product'),
    omit: ['is_giftcard', 'profile_id', 'collection_id', 'type_id'],
  })
  const [first, others] = splitColumns(all, [
    ...['id', 'handle', 'title', 'subtitle', 'description', 'status', 'thumbnail', ...PHYSICAL_COLUMNS],
  ])
  const [last, additional] = splitColumns(others, ['discountable', 'external_id'])
  return { all, first, last, additional }
})

export const variantColumns = memoize(() => {
  const all = csvColumnsOf(ProductVariant, {
    prefix: 'Variant',
    fields: fieldsOf('variant'),
    omit: ['product_id', 'variant_rank', 'taken_quantity'],
  })
  const [standard, additional] = splitColumns(all, [
    ...['id', 'title', 'sku', 'barcode', 'inventory_quantity', 'allow_backorder', 'manage_inventory'],
    ...PHYSICAL_COLUMNS,
  ])
  return { all, standard, additional }
})

export const CLASS_COLUMNS = [
  'Product Collection Title',
  'Product Collection Handle',
  'Product Type',
  'Product Tags',
] as const

export const PROFILE_COLUMNS = ['Product Profile Name', 'Product Profile Type'] as const

export interface PriceColumn {
  currency_code: string
  region: { id: string; name: string; currency_code: string } | null
}

export interface ProductShape {
  prices: PriceColumn[]
  productColumns: string[]
  variantColumns: string[]
  dynamicImageColumnCount: number
  dynamicOptionColumnCount: number
  dynamicSalesChannelsColumnCount: number
  dynamicProductCategoriesColumnCount: number
}

/** Returns titles such as `Price EUR` and `Price Europe [EUR]`. An id replaces a region name that is not unique. */
export function priceTitles(prices: readonly PriceColumn[]): string[] {
  const titles = prices.map(({ region, currency_code }) => priceTitle(region?.name, currency_code))
  return titles.map((title, i) => {
    const { region, currency_code } = prices[i] as PriceColumn
    const isShared = titles.indexOf(title) !== i || titles.lastIndexOf(title) !== i
    return isShared ? priceTitle(region?.id, currency_code) : title
  })
}

const priceTitle = (name: string | undefined, currency_code: string) =>
  name === undefined ? `Price ${currency_code.toUpperCase()}` : `Price ${name} [${currency_code.toUpperCase()}]`

export const numberedTitles = (count: number, name: string, ...columns: string[]): string[] =>
  Array.from({ length: count }, (_, i) => columns.map((column) => `${name} ${i + 1} ${column}`)).flat()
