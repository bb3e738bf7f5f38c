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
    omit: ['profile_id', 'collection_id', 'type_id'],
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
    omit: ['product_id', 'variant_rank', 'taken_quantity', 'cost_amount', 'cost_currency_code'],
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
  /** Only for a price that depends on the quantity. */
  min_quantity?: number | null
  max_quantity?: number | null
}

export interface ProductShape {
  prices: PriceColumn[]
  productColumns: string[]
  variantColumns: string[]
  dynamicImageColumnCount: number
  /** Whether an image has a description. */
  hasImageAlts: boolean
  dynamicOptionColumnCount: number
  dynamicSalesChannelsColumnCount: number
  dynamicProductCategoriesColumnCount: number
  /** The languages of the store without its default language. */
  languages: readonly string[]
}

/**
 * Returns titles such as `Price EUR`, `Price Europe [EUR]` and `Price EUR for 10+`. An id replaces a region name that is not unique.
 */
export function priceTitles(prices: readonly PriceColumn[]): string[] {
  const titles = prices.map((price) => priceTitle(price.region?.name, price))
  return titles.map((title, i) => {
    const price = prices[i] as PriceColumn
    const isShared = titles.indexOf(title) !== i || titles.lastIndexOf(title) !== i
    return isShared ? priceTitle(price.region?.id, price) : title
  })
}

function priceTitle(region: string | undefined, price: PriceColumn): string {
  const currency = price.currency_code.toUpperCase()
  return `Price ${region === undefined ? currency : `${region} [${currency}]`}${quantityTitle(price)}`
}

function quantityTitle({ min_quantity: from = null, max_quantity: to = null }: PriceColumn): string {
  if (from === null && to === null) return ''
  if (to === null) return ` for ${from}+`
  return from === null ? ` for up to ${to}` : ` for ${from}-${to}`
}

export const numberedTitles = (count: number, name: string, ...columns: string[]): string[] =>
  Array.from({ length: count }, (_, i) => columns.map((column) => `${name} ${i + 1} ${column}`)).flat()
