import type { Texts } from '#entities/platform/translation/translation.ts'
import type { ProductCategory } from '../../category/product-category.ts'
import type { ProductCollection } from '../../collection/product-collection.ts'
import type { MoneyAmount } from '../../product/money-amount.ts'
import type { Product } from '../../product/product.ts'
import type { ProductOptionValue } from '../../product/product-option-value.ts'
import type { ProductVariant } from '../../product/product-variant.ts'
import { majorUnits } from '../csv/major-units.ts'
import { type Cell, cellOf, listCell } from '../csv/write-csv.ts'
import {
  CLASS_COLUMNS,
  numberedTitles,
  PROFILE_COLUMNS,
  type PriceColumn,
  type ProductShape,
  priceTitles,
  productColumns,
  variantColumns,
} from './columns.ts'
import type { CsvColumn } from './entity-columns.ts'
import { textColumns, translatedTitle } from './text-columns.ts'

type PriceKey = 'currency_code' | 'amount' | 'region_id' | 'min_quantity' | 'max_quantity'

interface ExportedVariant extends Pick<ProductVariant, 'id'> {
  prices: Pick<MoneyAmount, PriceKey>[]
  options: Pick<ProductOptionValue, 'id' | 'option_id' | 'value'>[]
}

/** A row has all columns of the product, also columns that this type does not list. */
export interface ExportedProduct extends Pick<Product, 'id'> {
  collection: Pick<ProductCollection, 'title' | 'handle'> | null
  type: { value: string } | null
  tags: { value: string }[]
  profile: { name: string; type: string } | null
  images: { url: string; alt: string | null }[]
  options: { id: string; title: string }[]
  sales_channels: { id: string; name: string; description: string | null }[]
  categories: Pick<ProductCategory, 'handle' | 'name' | 'description'>[]
  variants: ExportedVariant[]
}

export function productTitles(shape: ProductShape): string[] {
  return [
    ...titlesOf(productColumns().first),
    ...CLASS_COLUMNS,
    ...titlesOf(productColumns().last),
    ...PROFILE_COLUMNS,
    ...titlesOf(additionalProductColumns(shape)),
    ...titlesOf(variantColumnsOf(shape)),
    ...priceTitles(shape.prices),
    ...numberedTitles(shape.dynamicOptionColumnCount, 'Option', 'Name', 'Value'),
    ...numberedTitles(shape.dynamicImageColumnCount, 'Image', 'Url', ...(shape.hasImageAlts ? ['Alt'] : [])),
    ...numberedTitles(shape.dynamicSalesChannelsColumnCount, 'Sales Channel', 'Id', 'Name', 'Description'),
    ...numberedTitles(shape.dynamicProductCategoriesColumnCount, 'Product Category', 'Handle', 'Name', 'Description'),
    ...shape.languages.flatMap((language) => translatedTitles(shape, language)),
  ]
}

const translatedTitles = (shape: ProductShape, language: string): string[] =>
  [
    ...titlesOf([...textColumns().product, ...textColumns().variant]),
    ...numberedTitles(shape.dynamicOptionColumnCount, 'Option', 'Name', 'Value'),
  ].map((title) => translatedTitle(title, language))

const titlesOf = (columns: readonly CsvColumn[]) => columns.map(({ title }) => title)

const additionalProductColumns = (shape: ProductShape) =>
  productColumns().additional.filter(({ name }) => shape.productColumns.includes(name))

const variantColumnsOf = (shape: ProductShape) => [
  ...variantColumns().standard,
  ...variantColumns().additional.filter(({ name }) => shape.variantColumns.includes(name)),
]

const cellsOf = (row: object, columns: readonly CsvColumn[]): Cell[] =>
  columns.map(({ name, type }) => cellOf(type, Reflect.get(row, name)))

export type CurrencyDigits = ReadonlyMap<string, number>

/** The texts of a row in a language. */
export type TextsOfRow = (id: string, language: string) => Texts | undefined

export interface LineParts {
  shape: ProductShape
  digits: CurrencyDigits
  textsOf: TextsOfRow
}

export function productLines(product: ExportedProduct, { shape, digits, textsOf }: LineParts): Cell[][] {
  const productCells = [
    ...cellsOf(product, productColumns().first),
    product.collection?.title,
    product.collection?.handle,
    product.type?.value,
    listCell(product.tags.map(({ value }) => value)),
    ...cellsOf(product, productColumns().last),
    product.profile?.name,
    product.profile?.type,
    ...cellsOf(product, additionalProductColumns(shape)),
  ]
  const lastCells = [
    ...numberedCells(
      shape.dynamicImageColumnCount,
      product.images,
      ({ url, alt }) => (shape.hasImageAlts ? [url, alt] : [url]),
      shape.hasImageAlts ? 2 : 1,
    ),
    ...numberedCells(shape.dynamicSalesChannelsColumnCount, product.sales_channels, channelCells, 3),
    ...numberedCells(shape.dynamicProductCategoriesColumnCount, product.categories, categoryCells, 3),
  ]
  const columns = variantColumnsOf(shape)
  const variants: readonly (ExportedVariant | undefined)[] =
    product.variants.length > 0 ? product.variants : [undefined]
  return variants.map((variant) => [
    ...productCells,
    ...cellsOf(variant ?? {}, columns),
    ...shape.prices.map((column) => variant && priceCell(variant, column, digits)),
    ...numberedCells(shape.dynamicOptionColumnCount, product.options, (option) => optionCells(option, variant), 2),
    ...lastCells,
    ...shape.languages.flatMap((language) =>
      translatedCells({ product, variant }, { shape, texts: (id) => textsOf(id, language) }),
    ),
  ])
}

interface Line {
  product: ExportedProduct
  variant: ExportedVariant | undefined
}

function translatedCells(
  { product, variant }: Line,
  { shape, texts }: { shape: ProductShape; texts: (id: string) => Texts | undefined },
): Cell[] {
  const textOf = (id: string | undefined, column: string): Cell => (id === undefined ? undefined : texts(id)?.[column])
  return [
    ...textColumns().product.map(({ name, type }) => cellOf(type, textOf(product.id, name))),
    ...textColumns().variant.map(({ name, type }) => cellOf(type, textOf(variant?.id, name))),
    ...numberedCells(
      shape.dynamicOptionColumnCount,
      product.options,
      ({ id }) => [
        textOf(id, 'title'),
        textOf(variant?.options.find(({ option_id }) => option_id === id)?.id, 'value'),
      ],
      2,
    ),
  ]
}

type ExportedLists = Pick<ExportedProduct, 'sales_channels' | 'categories' | 'options'>

const channelCells = ({ id, name, description }: ExportedLists['sales_channels'][number]) => [id, name, description]
const categoryCells = ({ handle, name, description }: ExportedLists['categories'][number]) => [
  handle,
  name,
  description,
]
const optionCells = ({ id, title }: ExportedLists['options'][number], variant: ExportedVariant | undefined) => [
  title,
  variant?.options.find(({ option_id }) => option_id === id)?.value,
]

function numberedCells<Thing>(
  count: number,
  rows: readonly Thing[],
  cells: (row: Thing) => Cell[],
  width: number,
): Cell[] {
  const emptyCells: Cell[] = Array.from({ length: width })
  return Array.from({ length: count }, (_, i) => (i < rows.length ? cells(rows[i] as Thing) : emptyCells)).flat()
}

function priceCell({ prices }: ExportedVariant, column: PriceColumn, digits: CurrencyDigits): Cell {
  const { region, currency_code, min_quantity = null, max_quantity = null } = column
  const price = prices.find(
    (price) =>
      price.region_id === (region?.id ?? null) &&
      price.currency_code === currency_code &&
      price.min_quantity === min_quantity &&
      price.max_quantity === max_quantity,
  )
  return price && majorUnits(price.amount, digits.get(currency_code) ?? 2)
}
