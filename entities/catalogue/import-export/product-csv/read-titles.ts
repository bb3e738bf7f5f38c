import { memoize } from '#entities/values/memoize.ts'
import { duplicateColumnError, parsingFailed, unknownColumnError } from '../csv/read-csv.ts'
import { CLASS_COLUMNS, PROFILE_COLUMNS, productColumns, variantColumns } from './columns.ts'
import type { CsvColumn } from './entity-columns.ts'

export type ProductFileColumn =
  | { of: 'product' | 'variant'; column: CsvColumn }
  | { of: 'class'; name: (typeof CLASS_COLUMNS)[number] }
  | { of: 'price'; market: MarketKey }
  | { of: 'option'; number: number; name: 'Name' | 'Value' }
  | { of: 'image'; number: number }
  | { of: 'channel'; number: number; name: 'Id' | 'Name' }
  | { of: 'category'; number: number }
  | { of: 'nothing' }

export interface MarketKey {
  region: string | null
  currency_code: string
}

export const isProductTitle = (title: string): boolean => columnFor(title) !== undefined

/** Returns true for the title of a column that is no column of a product or a variant. */
export const isSharedTitle = (title: string): boolean =>
  [...CLASS_COLUMNS, ...PROFILE_COLUMNS].some((name) => name === title) || numberedColumn(title) !== undefined

export function readProductTitles(titles: readonly string[]): ProductFileColumn[] {
  const columns = titles.map((title, i) => {
    const column = columnFor(title)
    if (!column) throw unknownColumnError(title)
    if (titles.indexOf(title) !== i) throw duplicateColumnError(title)
    return column
  })
  if (!titles.includes('Product Handle'))
    throw parsingFailed('Missing column(s) "Product Handle" from the given csv file', {
      name: 'csv_column_missing',
      titles: 'Product Handle',
    })
  return columns
}

export function marketOf(title: string): MarketKey | undefined {
  const [, region = null, regional, plain] = /^Price (?:(.+) \[([A-Za-z]{3})\]|([A-Za-z]{3}))$/s.exec(title) ?? []
  const currency = regional ?? plain
  return currency === undefined ? undefined : { region, currency_code: currency.toLowerCase() }
}

function columnFor(title: string): ProductFileColumn | undefined {
  return fixedColumns().get(title) ?? priceColumn(title) ?? numberedColumn(title)
}

const fixedColumns = memoize(
  () =>
    new Map<string, ProductFileColumn>([
      ...productColumns().all.map((column) => entryOf('product', column)),
      ...variantColumns().all.map((column) => entryOf('variant', column)),
      ...CLASS_COLUMNS.map((name) => [name, { of: 'class', name }] as const),
      ...PROFILE_COLUMNS.map((name) => [name, { of: 'nothing' }] as const),
    ]),
)

const entryOf = (of: 'product' | 'variant', column: CsvColumn): [string, ProductFileColumn] => [
  column.title,
  column.isReadOnly ? { of: 'nothing' } : { of, column },
]

function priceColumn(title: string): ProductFileColumn | undefined {
  const market = marketOf(title)
  return market && { of: 'price', market }
}

function numberedColumn(title: string): ProductFileColumn | undefined {
  const [, subject, digits, name] =
    /^(Option|Image|Sales Channel|Product Category) ([1-9]\d{0,2}) (\w+)$/.exec(title) ?? []
  const number = Number(digits)
  switch (`${subject} ${name}`) {
    case 'Option Name':
    case 'Option Value':
      return { of: 'option', number, name: name as 'Name' | 'Value' }
    case 'Image Url':
      return { of: 'image', number }
    case 'Sales Channel Id':
    case 'Sales Channel Name':
      return { of: 'channel', number, name: name as 'Id' | 'Name' }
    case 'Product Category Handle':
      return { of: 'category', number }
    case 'Sales Channel Description':
    case 'Product Category Name':
    case 'Product Category Description':
      return { of: 'nothing' }
    default:
      return undefined
  }
}
