import { InvalidData } from '#entities/errors.ts'
import { type CellFault, cellFault, InvalidLine } from '#entities/platform/batch-job/line-faults.ts'
import { handleFor } from '#entities/values/handle.ts'
import { newId } from '#entities/values/id.ts'
import { VARIANT_CODES } from '../../product/product-variant.ts'
import { majorUnits, minorUnits } from '../csv/major-units.ts'
import { readListCell } from '../csv/read-csv.ts'
import { trimBlanks } from '../csv/trim-blanks.ts'
import type { CsvColumn } from '../product-csv/entity-columns.ts'
import type { ReadColumn } from '../product-csv/read-titles.ts'
import type { TranslatedColumn } from '../product-csv/text-columns.ts'
import type { ImportMarket } from './markets.ts'
import { type CellValue, LARGEST_INTEGER, readCell } from './read-cell.ts'
import type { RowNotes } from './row-notes.ts'
import { endsBeforeStart, saleFault, saleTime } from './sale-time.ts'

export interface StagedRow {
  /** Orders the rows. It is unique. */
  line: number
  /** The line in the file. Several rows may have the same. */
  source_line: number
  sheet_row: number
  product_id: string | null
  variant_id: string | null
  new_product_id: string
  new_variant_id: string
  handle: string
  fit_handle: string
  /** False if the line describes only a product. */
  is_variant: boolean
  product: Record<string, CellValue>
  variant: Record<string, CellValue>
  collection_handle: string | null
  collection_title: string | null
  type: string | null
  profile_name: string | null
  profile_type: string | null
  tags: string[]
  /** Without `alt`, an image with a known address keeps its description. */
  images: { id: string; url: string; alt?: string | null }[]
  channels: { id: string | null; name: string | null }[]
  /** An import with a path replaces it by the handle of the category. */
  categories: { handle: string | null; name: string | null; path?: string; old_address?: string }[]
  /** Of the product in an earlier shop. */
  old_addresses: string[]
  collection_address: string | null
  /** Empty for the standard class, and null if the file has no classes. */
  tax_class: string | null
  /** The ids of the rates of an undone import, instead of the class. */
  tax_rates: string[] | null
  options: { n: number; id: string; option_id: string; name: string; value: string }[]
  prices: StagedPrice[]
  sale: { starts_at: string | null; ends_at: string | null }
  sale_prices: StagedPrice[]
  texts: StagedText[]
}

/** A text of another language. Null removes it. */
interface StagedText {
  of: 'product' | 'variant' | 'option' | 'value'
  /** The number of the option. 0 for products and variants. */
  n: number
  language: string
  column_name: string
  content: CellValue
}

type StagedPrice = MarketColumns & { id: string; amount: number | null }

type MarketColumns = Omit<ImportMarket, 'digits'>

interface RowPlace {
  line: number
  source_line: number
  row: number
}

export function stagedRow(
  place: RowPlace,
  cells: readonly string[],
  { columns, notes }: { columns: readonly ReadColumn[]; notes: RowNotes },
): StagedRow {
  const row = emptyRow(place)
  const faults: CellFault[] = []
  for (const [i, column] of columns.entries()) {
    try {
      setCell(row, column, { text: withoutBlanks(assertStorable(cells[i] ?? ''), { row, column, notes }), notes })
    } catch (error) {
      if (!(error instanceof InvalidData)) throw error
      faults.push(cellFault(column.title, error))
    }
  }
  row.options = row.options.filter((option) => option !== undefined && (option.name !== '' || option.value !== ''))
  for (const { n, name } of row.options) if (name === '') faults.push(emptyOptionName(n))
  row.images = row.images.filter((image) => image?.url)
  row.channels = row.channels.filter((channel) => channel?.id || channel?.name)
  row.categories = row.categories.filter((category) => category?.handle || category?.path)
  const hasOptions = row.options.some(({ value }) => value !== '')
  row.is_variant = row.variant_id !== null || hasOptions || hasVariantValues(row)
  row.fit_handle = row.handle === '' ? '' : validHandle(row, faults)
  if (endsBeforeStart(row.sale)) faults.push(saleFault())
  if (row.fit_handle !== row.handle && row.product_id === null) notes.addHandle(row.handle, row.fit_handle)
  if (faults.length > 0) throw new InvalidLine(faults)
  return row
}

const emptyOptionName = (n: number): CellFault => ({
  message: `Option ${n} Name should not be empty`,
  reason: { name: 'cell_empty', column: `Option ${n} Name` },
})

/** Names and codes have no blanks around them, so that "S" and "S " have one meaning. */
function withoutBlanks(
  text: string,
  { row, column, notes }: { row: StagedRow; column: ReadColumn; notes: RowNotes },
): string {
  const trimmed = trimBlanks(text)
  if (trimmed === text || !isName(column)) return text
  notes.addBlanks(column.title, row.sheet_row)
  return trimmed
}

function isName(column: ReadColumn): boolean {
  const text = column.of === 'translation' ? column.text : column
  if (text.of === 'product' || text.of === 'variant') return NAME_COLUMNS.has(text.column.name)
  return !['price', 'sale', 'sale time', 'nothing'].includes(column.of)
}

const NAME_COLUMNS = new Set<string>(['id', 'title', 'handle', 'status', ...VARIANT_CODES])

function emptyRow({ line, source_line, row }: RowPlace): StagedRow {
  return {
    line,
    source_line,
    sheet_row: row,
    product_id: null,
    variant_id: null,
    new_product_id: newId('prod'),
    new_variant_id: newId('variant'),
    handle: '',
    fit_handle: '',
    is_variant: false,
    product: {},
    variant: {},
    collection_handle: null,
    collection_title: null,
    type: null,
    profile_name: null,
    profile_type: null,
    tags: [],
    images: [],
    channels: [],
    categories: [],
    old_addresses: [],
    collection_address: null,
    tax_class: null,
    tax_rates: null,
    options: [],
    prices: [],
    sale: { starts_at: null, ends_at: null },
    sale_prices: [],
    texts: [],
  }
}

const hasVariantValues = ({ variant, prices }: StagedRow) =>
  Object.values(variant).some((value) => value !== null) || prices.some(({ amount }) => amount !== null)

function validHandle({ handle, product }: StagedRow, faults: CellFault[]): string {
  try {
    return handleFor(`${product.title ?? ''}`, handle)
  } catch (error) {
    if (!(error instanceof InvalidData)) throw error
    faults.push({ message: 'Product Handle is not valid', reason: { name: 'handle_invalid' } })
    return ''
  }
}

const LOST_LETTER = '\ufffd'

export function assertStorable(text: string): string {
  if (text.includes('\0'))
    throw new InvalidData('contains a character that cannot be stored').because({ name: 'text_not_storable' })
  if (text.includes(LOST_LETTER))
    throw new InvalidData(`contains ${LOST_LETTER} instead of a letter that another program lost`).because({
      name: 'text_damaged',
    })
  return text
}

/** As in the API. */
const MAX_ALT = 1000

function assertFits(text: string, maximum: number): void {
  if (text.length <= maximum) return
  throw new InvalidData(`must have at most ${maximum} characters`).because({ name: 'cell_too_long', maximum })
}

const imageOf = ({ images }: StagedRow, number: number) => (images[number] ??= { id: newId('img'), url: '' })

function setCell(row: StagedRow, column: ReadColumn, { text, notes }: { text: string; notes: RowNotes }): void {
  const value = text === '' ? null : text
  switch (column.of) {
    case 'product':
      setProductCell(row, column.column, value)
      return
    case 'variant':
      if (column.column.name === 'id') row.variant_id = value
      else row.variant[column.column.name] = readCell(column.column, value)
      return
    case 'class':
      setClassificationCell(row, column.name, value)
      return
    case 'price':
      row.prices.push(stagedPrice(column.for as ImportMarket, text, notes))
      return
    case 'sale':
      row.sale_prices.push(stagedPrice(column.for as ImportMarket, text, notes))
      return
    case 'sale time':
      row.sale[column.name] = saleTime(text, column.name)
      return
    case 'option': {
      const n = column.number
      row.options[n] ??= { n, id: newId('optval'), option_id: newId('opt'), name: '', value: '' }
      row.options[n][column.name === 'Name' ? 'name' : 'value'] = text
      return
    }
    case 'image':
      imageOf(row, column.number).url = text
      return
    case 'image alt':
      assertFits(text, MAX_ALT)
      imageOf(row, column.number).alt = value
      return
    case 'channel':
      row.channels[column.number] ??= { id: null, name: null }
      row.channels[column.number]![column.name === 'Id' ? 'id' : 'name'] = value
      return
    case 'category':
      row.categories[column.number] ??= { handle: null, name: null }
      setCategoryCell(row.categories[column.number]!, column.name, value)
      return
    case 'old address':
      if (value !== null) row.old_addresses.push(value)
      return
    case 'collection address':
      row.collection_address = value
      return
    case 'tax class':
      row.tax_class = text
      return
    case 'profile':
      row[column.name === 'Product Profile Name' ? 'profile_name' : 'profile_type'] = value
      return
    case 'translation':
      row.texts.push(stagedText(column, value))
      return
    case 'nothing':
      return
  }
}

function setCategoryCell(
  category: StagedRow['categories'][number],
  name: Extract<ReadColumn, { of: 'category' }>['name'],
  value: string | null,
): void {
  if (name === 'Handle') category.handle = value
  else if (name === 'Name') category.name = value
  else if (value !== null) category[name === 'Path' ? 'path' : 'old_address'] = value
}

function stagedText({ text, language }: Omit<TranslatedColumn, 'title'>, value: string | null): StagedText {
  if (text.of !== 'option')
    return { of: text.of, n: 0, language, column_name: text.column.name, content: readCell(text.column, value) }
  const { number: n, name } = text
  return name === 'Name'
    ? { of: 'option', n, language, column_name: 'title', content: value }
    : { of: 'value', n, language, column_name: 'value', content: value }
}

const stagedPrice = (market: ImportMarket, text: string, notes: RowNotes): StagedPrice => ({
  id: newId('ma'),
  ...marketColumns(market),
  amount: parseAmount(market, text, notes),
})

function setProductCell(row: StagedRow, column: CsvColumn, value: string | null): void {
  if (column.name === 'id') row.product_id = value
  else if (column.name === 'handle') row.handle = value ?? ''
  else row.product[column.name] = readCell(column, value)
}

function setClassificationCell(
  row: StagedRow,
  name: Extract<ReadColumn, { of: 'class' }>['name'],
  value: string | null,
): void {
  switch (name) {
    case 'Product Collection Handle':
      row.collection_handle = value
      return
    case 'Product Collection Title':
      row.collection_title = value
      return
    case 'Product Type':
      row.type = value
      return
    case 'Product Tags':
      row.tags = readListCell(value ?? '')
      return
  }
}

export const marketColumns = ({ digits: _, ...columns }: ImportMarket): MarketColumns => columns

export function parseAmount({ digits, currency_code }: ImportMarket, text: string, notes: RowNotes): number | null {
  if (text.trim() === '') return null
  const amount = minorUnits(text, digits)
  if (amount === 'too_precise')
    throw new InvalidData(`must have at most ${digits} decimals, as ${currency_code.toUpperCase()} has`).because({
      name: 'cell_too_precise',
      digits,
      code: currency_code,
    })
  if (amount === undefined)
    throw new InvalidData('must be an amount such as 12.34').because({ name: 'cell_not_an_amount' })
  if (amount > LARGEST_INTEGER) throw tooLarge(majorUnits(LARGEST_INTEGER, digits))
  if (decimalsIn(text) > digits) notes.addAmount(text.trim(), majorUnits(amount, digits))
  return amount
}

const tooLarge = (maximum: string) =>
  new InvalidData(`must not be greater than ${maximum}`).because({ name: 'cell_too_large', maximum: Number(maximum) })

const decimalsIn = (text: string) => text.trim().split('.')[1]?.length ?? 0
