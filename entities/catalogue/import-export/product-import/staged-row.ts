import { InvalidData } from '#entities/errors.ts'
import { type CellFault, cellFault, InvalidLine } from '#entities/platform/batch-job/line-faults.ts'
import { handleFor } from '#entities/values/handle.ts'
import { newId } from '#entities/values/id.ts'
import { minorUnits } from '../csv/major-units.ts'
import { readListCell } from '../csv/read-csv.ts'
import type { CsvColumn } from '../product-csv/entity-columns.ts'
import type { ProductFileColumn } from '../product-csv/read-titles.ts'
import type { ImportMarket } from './markets.ts'
import { type CellValue, LARGEST_INTEGER, readCell } from './read-cell.ts'

export interface StagedRow {
  line: number
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
  tags: string[]
  images: { id: string; url: string }[]
  channels: { id: string | null; name: string | null }[]
  categories: string[]
  options: { n: number; id: string; option_id: string; name: string; value: string }[]
  prices: { id: string; region_id: string | null; currency_code: string; amount: number | null }[]
}

export type ReadColumn = ProductFileColumn & { title: string; for?: ImportMarket }

export function stagedRow(line: number, cells: readonly string[], columns: readonly ReadColumn[]): StagedRow {
  const row = emptyRow(line)
  const faults: CellFault[] = []
  for (const [i, column] of columns.entries()) {
    try {
      setCell(row, column, assertStorable(cells[i] ?? ''))
    } catch (error) {
      if (!(error instanceof InvalidData)) throw error
      faults.push(cellFault(column.title, error))
    }
  }
  row.options = row.options.filter((option) => option?.name)
  row.images = row.images.filter((image) => image?.url)
  row.channels = row.channels.filter((channel) => channel?.id || channel?.name)
  row.is_variant = row.variant_id !== null || row.options.length > 0 || hasVariantValues(row)
  row.fit_handle = validHandle(row, faults)
  if (faults.length > 0) throw new InvalidLine(faults)
  return row
}

function emptyRow(line: number): StagedRow {
  return {
    line,
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
    tags: [],
    images: [],
    channels: [],
    categories: [],
    options: [],
    prices: [],
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

export function assertStorable(text: string): string {
  if (text.includes('\0'))
    throw new InvalidData('contains a character that cannot be stored').because({ name: 'text_not_storable' })
  return text
}

function setCell(row: StagedRow, column: ReadColumn, text: string): void {
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
      row.prices.push({
        id: newId('ma'),
        ...marketIds(column.for as ImportMarket),
        amount: parseAmount(column.for as ImportMarket, text),
      })
      return
    case 'option': {
      const n = column.number
      row.options[n] ??= { n, id: newId('optval'), option_id: newId('opt'), name: '', value: '' }
      row.options[n][column.name === 'Name' ? 'name' : 'value'] = text
      return
    }
    case 'image':
      row.images[column.number] = { id: newId('img'), url: text }
      return
    case 'channel':
      row.channels[column.number] ??= { id: null, name: null }
      row.channels[column.number]![column.name === 'Id' ? 'id' : 'name'] = value
      return
    case 'category':
      if (value !== null) row.categories.push(value)
      return
    case 'nothing':
      return
  }
}

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

const marketIds = ({ region_id, currency_code }: ImportMarket) => ({ region_id, currency_code })

export function parseAmount({ digits }: ImportMarket, text: string): number | null {
  if (text.trim() === '') return null
  const amount = minorUnits(text, digits)
  if (amount === undefined || amount > LARGEST_INTEGER)
    throw new InvalidData('must be an amount such as 12.34').because({ name: 'cell_not_an_amount' })
  return amount
}
