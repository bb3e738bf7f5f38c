import { memoize } from '#entities/values/memoize.ts'
import {
  duplicateColumnError,
  emptyFileError,
  HeaderProblems,
  missingColumnError,
  unknownColumnError,
} from '../csv/header-problems.ts'
import { plainTitle, titleKey } from '../csv/title-key.ts'
import type { ImportMarket } from '../product-import/markets.ts'
import { CLASS_COLUMNS, PROFILE_COLUMNS, productColumns, variantColumns } from './columns.ts'
import type { CsvColumn } from './entity-columns.ts'
import { type TranslatedColumn, titleOfText, translatedColumn, translatedTitle } from './text-columns.ts'

export type ProductFileColumn =
  | { of: 'product' | 'variant'; column: CsvColumn }
  | { of: 'class'; name: (typeof CLASS_COLUMNS)[number] }
  | { of: 'profile'; name: (typeof PROFILE_COLUMNS)[number] }
  | { of: 'price'; market: MarketKey }
  | { of: 'option'; number: number; name: 'Name' | 'Value' }
  | { of: 'image'; number: number }
  | { of: 'image alt'; number: number }
  | { of: 'channel'; number: number; name: 'Id' | 'Name' }
  | { of: 'category'; number: number; name: 'Handle' | 'Name' | 'Path' | 'Old Address' }
  | { of: 'old address'; number: number }
  | { of: 'collection address' }
  | { of: 'tax class' }
  | { of: 'sale'; market: MarketKey }
  | { of: 'sale time'; name: 'starts_at' | 'ends_at' }
  | Omit<TranslatedColumn, 'title'>
  | { of: 'nothing' }

/** `title` is the title as an export writes it. The file may spell it in another way. */
export type ReadColumn = ProductFileColumn & { title: string; for?: ImportMarket }

export interface MarketKey {
  region: string | null
  currency_code: string
  min_quantity: number | null
  max_quantity: number | null
}

/** A file needs one of these columns, which find the products of its rows. */
const KEY_TITLES = ['Product Handle', 'Product Id', 'Variant Id', 'Variant SKU']

export const isProductTitle = (title: string): boolean => columnFor(title) !== undefined

/** Returns true for the title of a column that is no column of a product or a variant. */
export const isSharedTitle = (title: string): boolean =>
  [...CLASS_COLUMNS, ...PROFILE_COLUMNS].some((name) => titleKey(name) === titleKey(title)) ||
  numberedColumn(title) !== undefined

/** Throws InvalidData for an unknown market. */
export type MarketFinder = (key: MarketKey, title: string) => ImportMarket

export interface TitleLookups {
  findMarket: MarketFinder
  /** Returns the tag as the shop writes it. Throws InvalidData for a language that the shop does not translate to. */
  findLanguage: (tag: string, title: string) => string
}

/** @throws InvalidData for an unknown title, market or language. */
export function readProductTitle(title: string, { findMarket, findLanguage }: TitleLookups): ReadColumn {
  if (title === '') return { of: 'nothing', title }
  const column = columnFor(title)
  if (!column) throw unknownColumnError(title, knownTitles(title))
  if (column.of === 'translation') {
    const language = findLanguage(column.language, column.title)
    return { ...column, language, title: translatedTitle(titleOfText(column.text), language) }
  }
  return hasMarket(column) ? { ...column, for: findMarket(column.market, column.title) } : column
}

const hasMarket = (column: ProductFileColumn) => column.of === 'price' || column.of === 'sale'

/** @throws BatchRefused with all problems of the titles. */
export function readProductTitles(titles: readonly string[], lookups: TitleLookups): ReadColumn[] {
  const problems = new HeaderProblems()
  const columns = titles.map((title): ReadColumn => {
    const isKnown = title === '' || isProductTitle(title)
    if (!isKnown) problems.add(() => unknownColumnError(title, knownTitles(title)))
    const column = isKnown ? problems.attempt(() => readProductTitle(title, lookups)) : undefined
    return column ?? { of: 'nothing', title }
  })
  for (const title of repeatedTitles(titles, columns)) problems.add(() => duplicateColumnError(title))
  for (const column of columns)
    if (
      column.of === 'image alt' &&
      !columns.some(({ of, title }) => of === 'image' && title === urlTitle(column.number))
    )
      problems.add(() => missingColumnError([urlTitle(column.number)]))
  const isEmpty = titles.every((title) => title === '')
  if (isEmpty) problems.add(() => emptyFileError(['Product Handle']))
  else if (!columns.some(({ title }) => KEY_TITLES.includes(title)))
    problems.add(() => missingColumnError(['Product Handle']))
  problems.assertNone()
  return columns
}

/** An image is known by its address. */
const urlTitle = (number: number): string => `Image ${number} Url`

/** Markets that are repeated are found by `findMarket`. */
function repeatedTitles(titles: readonly string[], columns: readonly ReadColumn[]): string[] {
  const seen = new Set<string>()
  return titles.filter((title, i) => {
    const { of, title: known } = columns[i]!
    if (of === 'price' || of === 'sale' || title === '') return false
    const key = titleKey(known)
    return seen.has(key) || !seen.add(key)
  })
}

const QUANTITIES = /^(.*?)(?: for (?:(\d{1,9})\+|(\d{1,9})-(\d{1,9})|up to (\d{1,9})))?$/is
const MARKET = /^price (?:(.+) \[([a-z]{3})\]|([a-z]{3}))$/is

export function marketOf(title: string): MarketKey | undefined {
  const [, price = '', atLeast, from, to, upTo] = QUANTITIES.exec(plainTitle(title)) ?? []
  const [, region = null, regional, plain] = MARKET.exec(price) ?? []
  const currency = regional ?? plain
  if (currency === undefined) return undefined
  const quantity = (digits: string | undefined) => (digits === undefined ? null : Number(digits))
  return {
    region,
    currency_code: currency.toLowerCase(),
    min_quantity: quantity(atLeast ?? from),
    max_quantity: quantity(to ?? upTo),
  }
}

function columnFor(title: string): (ProductFileColumn & { title: string }) | undefined {
  return (
    fixedColumns().get(titleKey(title)) ??
    priceColumn(title) ??
    saleColumn(title) ??
    numberedColumn(title) ??
    translatedColumn(title)
  )
}

const SALE_TIMES = [
  { title: 'Sale Starts At', name: 'starts_at' },
  { title: 'Sale Ends At', name: 'ends_at' },
] as const

const COLLECTION_ADDRESS = 'Product Collection Old Address'
const TAX_CLASS = 'Product Tax Class'

const fixedColumns = memoize(
  () =>
    new Map<string, ProductFileColumn & { title: string }>([
      ...productColumns().all.map((column) => entryOf('product', column)),
      ...variantColumns().all.map((column) => entryOf('variant', column)),
      ...CLASS_COLUMNS.map((name) => [titleKey(name), { of: 'class', name, title: name }] as const),
      ...PROFILE_COLUMNS.map((name) => [titleKey(name), { of: 'profile', name, title: name }] as const),
      [titleKey(COLLECTION_ADDRESS), { of: 'collection address', title: COLLECTION_ADDRESS }],
      [titleKey(TAX_CLASS), { of: 'tax class', title: TAX_CLASS }],
      ...SALE_TIMES.map(({ title, name }) => [titleKey(title), { of: 'sale time', name, title }] as const),
    ]),
)

const entryOf = (of: 'product' | 'variant', column: CsvColumn): [string, ProductFileColumn & { title: string }] => [
  titleKey(column.title),
  column.isReadOnly ? { of: 'nothing', title: column.title } : { of, column, title: column.title },
]

function priceColumn(title: string): (ProductFileColumn & { title: string }) | undefined {
  const market = marketOf(title)
  return market && { of: 'price', market, title: plainTitle(title) }
}

function saleColumn(title: string): (ProductFileColumn & { title: string }) | undefined {
  const plain = plainTitle(title)
  const market = /^sale price /i.test(plain) ? marketOf(plain.slice('sale '.length)) : undefined
  return market && { of: 'sale', market, title: plain }
}

const NUMBERED = /^(option|image|sales channel|product category|old address) ([1-9]\d{0,2}) (old address|\w+)$/

function numberedColumn(title: string): (ProductFileColumn & { title: string }) | undefined {
  const [, subject, digits, name] = NUMBERED.exec(titleKey(title)) ?? []
  const number = Number(digits)
  switch (`${subject} ${name}`) {
    case 'option name':
      return { of: 'option', number, name: 'Name', title: `Option ${number} Name` }
    case 'option value':
      return { of: 'option', number, name: 'Value', title: `Option ${number} Value` }
    case 'image url':
      return { of: 'image', number, title: urlTitle(number) }
    case 'image alt':
      return { of: 'image alt', number, title: `Image ${number} Alt` }
    case 'sales channel id':
      return { of: 'channel', number, name: 'Id', title: `Sales Channel ${number} Id` }
    case 'sales channel name':
      return { of: 'channel', number, name: 'Name', title: `Sales Channel ${number} Name` }
    case 'product category handle':
      return { of: 'category', number, name: 'Handle', title: `Product Category ${number} Handle` }
    case 'product category name':
      return { of: 'category', number, name: 'Name', title: `Product Category ${number} Name` }
    case 'product category path':
      return { of: 'category', number, name: 'Path', title: `Product Category ${number} Path` }
    case 'product category old address':
      return { of: 'category', number, name: 'Old Address', title: `Product Category ${number} Old Address` }
    case 'old address url':
      return { of: 'old address', number, title: `Old Address ${number} Url` }
    case 'sales channel description':
      return { of: 'nothing', title: `Sales Channel ${number} Description` }
    case 'product category description':
      return { of: 'nothing', title: `Product Category ${number} Description` }
    default:
      return undefined
  }
}

const NUMBERED_TITLES = [
  ...['Option # Name', 'Option # Value', 'Image # Url', 'Image # Alt', 'Sales Channel # Id', 'Sales Channel # Name'],
  ...[
    'Product Category # Handle',
    'Product Category # Name',
    'Product Category # Path',
    'Product Category # Old Address',
  ],
  'Old Address # Url',
]

function knownTitles(title: string): string[] {
  const number = /\d{1,3}/.exec(title)?.[0] ?? '1'
  const numbered = NUMBERED_TITLES.map((known) => known.replace('#', number))
  return [...Array.from(fixedColumns().values(), (column) => column.title), ...numbered]
}
