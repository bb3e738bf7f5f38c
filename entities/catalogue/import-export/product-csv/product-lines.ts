import { majorUnits } from '../csv/major-units.ts'
import { type Cell, listCell } from '../csv/write-csv.ts'
import {
  CLASS_COLUMNS,
  MORE_PRODUCT_COLUMNS,
  numbered,
  PRODUCT_COLUMNS,
  PROFILE_COLUMNS,
  type PriceColumn,
  type ProductShape,
  priceTitles,
  VARIANT_COLUMNS,
} from './columns.ts'

interface ExportedPhysical {
  weight: number | null
  length: number | null
  width: number | null
  height: number | null
  hs_code: string | null
  origin_country: string | null
  mid_code: string | null
  material: string | null
}

export interface ExportedVariant extends ExportedPhysical {
  id: string
  title: string
  sku: string | null
  barcode: string | null
  inventory_quantity: number
  allow_backorder: boolean
  manage_inventory: boolean
  /** Without prices of price lists. */
  prices: {
    currency_code: string
    amount: number
    region_id: string | null
    min_quantity: number | null
    max_quantity: number | null
  }[]
  options: { option_id: string; value: string }[]
}

export interface ExportedProduct extends ExportedPhysical {
  id: string
  handle: string | null
  title: string
  subtitle: string | null
  description: string | null
  status: string
  thumbnail: string | null
  discountable: boolean
  external_id: string | null
  collection: { title: string; handle: string | null } | null
  type: { value: string } | null
  tags: { value: string }[]
  profile: { name: string; type: string } | null
  images: { url: string }[]
  options: { id: string; title: string }[]
  sales_channels: { id: string; name: string; description: string | null }[]
  categories: { handle: string; name: string; description: string }[]
  variants: ExportedVariant[]
}

export function productTitles(shape: ProductShape): string[] {
  return [
    ...Object.keys(PRODUCT_COLUMNS),
    ...CLASS_COLUMNS,
    ...Object.keys(MORE_PRODUCT_COLUMNS),
    ...PROFILE_COLUMNS,
    ...Object.keys(VARIANT_COLUMNS),
    ...priceTitles(shape.prices),
    ...numbered(shape.dynamicOptionColumnCount, 'Option', 'Name', 'Value'),
    ...numbered(shape.dynamicImageColumnCount, 'Image', 'Url'),
    ...numbered(shape.dynamicSalesChannelsColumnCount, 'Sales Channel', 'Id', 'Name', 'Description'),
    ...numbered(shape.dynamicProductCategoriesColumnCount, 'Product Category', 'Handle', 'Name', 'Description'),
  ]
}

/** Digits of the minor unit by currency code. */
export type CurrencyDigits = ReadonlyMap<string, number>

/** Returns one line for each variant, and none for a product without variants. */
export function productLines(product: ExportedProduct, shape: ProductShape, digits: CurrencyDigits): Cell[][] {
  const own = [
    ...Object.values(PRODUCT_COLUMNS).map((column) => product[column]),
    product.collection?.title,
    product.collection?.handle,
    product.type?.value,
    listCell(product.tags.map(({ value }) => value)),
    ...Object.values(MORE_PRODUCT_COLUMNS).map((column) => product[column]),
    product.profile?.name,
    product.profile?.type,
  ]
  const places = [
    ...spread(shape.dynamicImageColumnCount, product.images, ({ url }) => [url], 1),
    ...spread(shape.dynamicSalesChannelsColumnCount, product.sales_channels, channelCells, 3),
    ...spread(shape.dynamicProductCategoriesColumnCount, product.categories, categoryCells, 3),
  ]
  return product.variants.map((variant) => [
    ...own,
    ...Object.values(VARIANT_COLUMNS).map((column) => variant[column]),
    ...shape.prices.map((column) => priceCell(variant, column, digits)),
    ...spread(shape.dynamicOptionColumnCount, product.options, (option) => optionCells(option, variant), 2),
    ...places,
  ])
}

type ProductWithChannels = Pick<ExportedProduct, 'sales_channels' | 'categories' | 'options'>

const channelCells = ({ id, name, description }: ProductWithChannels['sales_channels'][number]) => [
  id,
  name,
  description,
]
const categoryCells = ({ handle, name, description }: ProductWithChannels['categories'][number]) => [
  handle,
  name,
  description,
]
const optionCells = ({ id, title }: ProductWithChannels['options'][number], { options }: ExportedVariant) => [
  title,
  options.find(({ option_id }) => option_id === id)?.value,
]

function spread<Thing>(
  count: number,
  things: readonly Thing[],
  cells: (thing: Thing) => Cell[],
  width: number,
): Cell[] {
  const nothing: Cell[] = Array.from({ length: width })
  return Array.from({ length: count }, (_, i) => (i < things.length ? cells(things[i] as Thing) : nothing)).flat()
}

/** Prices for quantities have no column. */
function priceCell({ prices }: ExportedVariant, { region, currency_code }: PriceColumn, digits: CurrencyDigits): Cell {
  const price = prices.find(
    (price) =>
      price.region_id === (region?.id ?? null) &&
      price.currency_code === currency_code &&
      price.min_quantity === null &&
      price.max_quantity === null,
  )
  return price && majorUnits(price.amount, digits.get(currency_code) ?? 2)
}
