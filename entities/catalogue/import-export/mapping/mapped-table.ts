import { missingColumnError } from '../csv/header-problems.ts'
import {
  amountText,
  GRAMS,
  listText,
  MILLIMETRES,
  numbered,
  oldAddressCells,
  optionCells,
  variantTitle,
  wholeUnits,
} from '../dialects/cells.ts'
import type { Cells, ProductDialect, TranslatedRow, Translation } from '../dialects/dialect.ts'
import type { ForeignRow } from '../dialects/foreign-file.ts'
import { StoredRows } from '../dialects/stored-rows.ts'
import { UniqueHandles } from '../dialects/unique-handles.ts'
import { marketOf } from '../product-csv/read-titles.ts'
import { namesOtherCurrency } from './cell-kinds.ts'
import { assertMapping, type TableMapping } from './mapping-fields.ts'
import { unitOfTitle } from './title-parts.ts'

/**
 * Translates a table by the fields of its columns. Rows with the same group are variants of one product. Without a group,
 * each row is a product, unless rows have the same handle.
 * @throws InvalidData for a mapping that finds no products.
 */
export function mappedDialect({ name, columns }: TableMapping): ProductDialect {
  assertMapping(columns)
  const mapped = Object.entries(columns).flatMap(([title, field]) => (field === null ? [] : [{ title, field }]))
  const priceTitles = mapped.filter(({ field }) => PRICES.has(field)).map(({ title }) => title)
  return {
    program: name,
    signatures: [],
    isMapped: true,
    needsCurrency: priceTitles.length > 0,
    priceTitles,
    async *translate(translation) {
      const missing = mapped.filter(({ title }) => !translation.file.has(title)).map(({ title }) => title)
      if (missing.length > 0) throw missingColumnError(missing)
      const table = new MappedTable(mapped, translation)
      if (!table.isGrouped) {
        for await (const row of translation.file.rows()) yield* table.productRows([row])
        return
      }
      using stored = new StoredRows(translation.file)
      const groups = await stored.groupBy((row) => table.groupOf(row) || `row ${row.row}`)
      for (const numbers of groups.values()) yield* table.productRows(stored.rows(numbers))
    },
  }
}

const PRICES = new Set(['Price', 'Sale Price'])

interface MappedColumn {
  title: string
  field: string
}

class MappedTable {
  readonly #columns: readonly MappedColumn[]
  readonly #translation: Translation
  readonly #handles = new UniqueHandles()
  readonly isGrouped: boolean

  constructor(columns: readonly MappedColumn[], translation: Translation) {
    this.#columns = columns
    this.#translation = translation
    this.isGrouped = this.#has('Product Group')
  }

  groupOf(row: ForeignRow): string {
    return this.#text(row, 'Product Group')
  }

  *productRows(rows: readonly ForeignRow[]): Generator<TranslatedRow> {
    const first = rows.find((row) => this.#text(row, 'Product Title') !== '') ?? rows[0]!
    const handle = this.#handleOf(first)
    if (handle === '' && this.#text(first, 'Variant SKU') === '')
      return this.#translation.notes.add('untitled_product', first)
    const options = this.#titlesOf('Option').filter((title) => rows.some((row) => row.cell(title) !== ''))
    const key: Cells = handle === '' ? {} : { 'Product Handle': handle }
    for (const [i, row] of rows.entries()) {
      const product = i === 0 ? this.#productCells(first) : {}
      yield { source: row, cells: { ...key, ...product, ...this.#variantCells(row, options) } }
    }
  }

  #handleOf(row: ForeignRow): string {
    const given = this.#text(row, 'Product Handle')
    if (given !== '') return given
    const title = this.#text(row, 'Product Title')
    return title === '' ? '' : this.#handles.handleOf(title, this.#text(row, 'Variant SKU') || String(row.row))
  }

  #productCells(row: ForeignRow): Cells {
    const lists = (field: string, separator: RegExp) =>
      this.#titlesOf(field).flatMap((title) => partsOf(row.cell(title), separator))
    return {
      ...this.#plainCells(row, 'Product '),
      ...(this.#has('Tags') ? { 'Product Tags': listText(lists('Tags', /[,;|]/)) } : {}),
      ...(this.#has('Category') ? numbered('Product Category', 'Path', lists('Category', /[;|]/).map(pathOf)) : {}),
      ...numbered('Image', 'Url', [...new Set(lists('Images', /[\s,;|]+(?=https?:)/))]),
      ...oldAddressCells(...lists('Old Address', /[\s,;|]+(?=https?:)/)),
    }
  }

  #variantCells(row: ForeignRow, options: readonly string[]): Cells {
    const cells = { ...this.#plainCells(row, 'Variant '), ...this.#priceCells(row) }
    const choices = options.map((title) => ({ name: title, value: row.cell(title) }))
    if (Object.keys(cells).length === 0 && choices.length === 0) return {}
    const isNamed = cells['Variant Title'] || !this.#has('Product Title')
    return {
      ...cells,
      ...optionCells(choices),
      ...(isNamed ? {} : { 'Variant Title': variantTitle(choices.map(({ value }) => value)) }),
      ...(cells['Variant Inventory Quantity'] ? { 'Variant Manage Inventory': 'true' } : {}),
    }
  }

  #priceCells(row: ForeignRow): Cells {
    const { price, sale } = this.#translation
    const titles: Record<string, string> = { Price: price, 'Sale Price': sale }
    return Object.fromEntries(
      this.#columns.flatMap(({ title, field }) =>
        /^(sale )?price\b/i.test(field) ? [amountCell(titles[field] ?? field, row.cell(title))] : [],
      ),
    )
  }

  #plainCells(row: ForeignRow, prefix: 'Product ' | 'Variant '): Cells {
    const cells = this.#columns.flatMap(({ title, field }) =>
      field.startsWith(prefix) && !NO_COLUMNS.has(field) ? [[field, cellText(field, title, row.cell(title))]] : [],
    )
    return Object.fromEntries(cells)
  }

  #has(field: string): boolean {
    return this.#columns.some((column) => column.field === field)
  }

  #titlesOf(field: string): string[] {
    return this.#columns.filter((column) => column.field === field).map(({ title }) => title)
  }

  #text(row: ForeignRow, field: string): string {
    const [title] = this.#titlesOf(field)
    return title === undefined ? '' : row.cell(title)
  }
}

/** An amount in another currency stays as it is, so the import refuses its row. */
function amountCell(title: string, text: string): [string, string] {
  const market = marketOf(title.replace(/^sale /i, ''))
  return [title, market && namesOtherCurrency(text, market.currency_code) ? text : amountText(text)]
}

const NO_COLUMNS = new Set(['Product Group', 'Product Handle'])

const partsOf = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** `A / B` and `A » B` mean `A > B`. */
const pathOf = (text: string): string => text.replace(/\s*[>›»]\s*|\s+\/\s+/g, ' > ')

const ONLINE = new Set([
  'published',
  'active',
  'aktiv',
  'actif',
  'activo',
  'attivo',
  'online',
  'true',
  'yes',
  'ja',
  'oui',
  'si',
  '1',
])

function cellText(field: string, title: string, text: string): string {
  const measure = /^(?:product|variant) (weight|length|width|height)$/i.exec(field)?.[1]?.toLowerCase()
  if (measure === 'weight') return wholeUnits(text, GRAMS[unitOfTitle(title)] ?? 1)
  if (measure !== undefined) return wholeUnits(text, MILLIMETRES[unitOfTitle(title)] ?? 1)
  if (field === 'Variant Inventory Quantity') return text.replace(/[.,]0+$/, '')
  if (field === 'Product Status' && text !== '') return ONLINE.has(text.toLowerCase()) ? 'published' : 'draft'
  return text
}
