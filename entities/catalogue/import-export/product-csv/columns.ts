/* The titles of a product CSV in the order of Medusa v1. */

export const PRODUCT_COLUMNS = {
  'Product Id': 'id',
  'Product Handle': 'handle',
  'Product Title': 'title',
  'Product Subtitle': 'subtitle',
  'Product Description': 'description',
  'Product Status': 'status',
  'Product Thumbnail': 'thumbnail',
  'Product Weight': 'weight',
  'Product Length': 'length',
  'Product Width': 'width',
  'Product Height': 'height',
  'Product HS Code': 'hs_code',
  'Product Origin Country': 'origin_country',
  'Product MID Code': 'mid_code',
  'Product Material': 'material',
} as const

export const CLASS_COLUMNS = [
  'Product Collection Title',
  'Product Collection Handle',
  'Product Type',
  'Product Tags',
] as const

export const MORE_PRODUCT_COLUMNS = {
  'Product Discountable': 'discountable',
  'Product External Id': 'external_id',
} as const

/** An import ignores these columns. */
export const PROFILE_COLUMNS = ['Product Profile Name', 'Product Profile Type'] as const

export const VARIANT_COLUMNS = {
  'Variant Id': 'id',
  'Variant Title': 'title',
  'Variant SKU': 'sku',
  'Variant Barcode': 'barcode',
  'Variant Inventory Quantity': 'inventory_quantity',
  'Variant Allow Backorder': 'allow_backorder',
  'Variant Manage Inventory': 'manage_inventory',
  'Variant Weight': 'weight',
  'Variant Length': 'length',
  'Variant Width': 'width',
  'Variant Height': 'height',
  'Variant HS Code': 'hs_code',
  'Variant Origin Country': 'origin_country',
  'Variant MID Code': 'mid_code',
  'Variant Material': 'material',
} as const

/** A price in a currency, or in a region. */
export interface PriceColumn {
  currency_code: string
  region: { id: string; name: string; currency_code: string } | null
}

/** The number of repeated columns. */
export interface ProductShape {
  prices: PriceColumn[]
  dynamicImageColumnCount: number
  dynamicOptionColumnCount: number
  dynamicSalesChannelsColumnCount: number
  dynamicProductCategoriesColumnCount: number
}

/** `Price EUR` or `Price Europe [EUR]`. Regions with the same name and currency use their ids. */
export function priceTitles(prices: readonly PriceColumn[]): string[] {
  const titles = prices.map(({ region, currency_code }) => titled(region?.name, currency_code))
  return titles.map((title, i) => {
    const { region, currency_code } = prices[i] as PriceColumn
    const isShared = titles.indexOf(title) !== i || titles.lastIndexOf(title) !== i
    return isShared ? titled(region?.id, currency_code) : title
  })
}

const titled = (name: string | undefined, currency_code: string) =>
  name === undefined ? `Price ${currency_code.toUpperCase()}` : `Price ${name} [${currency_code.toUpperCase()}]`

/** `Option 1 Name`, `Option 1 Value`, `Option 2 Name`, … */
export const numbered = (count: number, what: string, ...facts: string[]): string[] =>
  Array.from({ length: count }, (_, i) => facts.map((fact) => `${what} ${i + 1} ${fact}`)).flat()
