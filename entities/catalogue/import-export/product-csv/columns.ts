/* The titles of the columns of a product CSV, in v1's order, and what each holds. */

/** Of a product. */
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

/** Of what a product belongs to. */
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

/** Told by an export, not looked at by an import. */
export const PROFILE_COLUMNS = ['Product Profile Name', 'Product Profile Type'] as const

/** Of a variant. */
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

/** A price for a currency, or for a region in its currency. */
export interface PriceColumn {
  currency_code: string
  region: { id: string; name: string; currency_code: string } | null
}

/** How many columns there are of what products have different numbers of. */
export interface ProductShape {
  prices: PriceColumn[]
  dynamicImageColumnCount: number
  dynamicOptionColumnCount: number
  dynamicSalesChannelsColumnCount: number
  dynamicProductCategoriesColumnCount: number
}

/**
 * `Price EUR`, or `Price Europe [EUR]`. Where regions of one currency share a name, their ids tell them apart.
 */
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

/** `Option 1 Name`, `Option 1 Value`, `Option 2 Name` and so on. */
export const numbered = (count: number, what: string, ...facts: string[]): string[] =>
  Array.from({ length: count }, (_, i) => facts.map((fact) => `${what} ${i + 1} ${fact}`)).flat()
