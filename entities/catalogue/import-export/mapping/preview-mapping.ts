import type { EntityManager } from '@mikro-orm/postgresql'
import { openTable } from '../csv/open-table.ts'
import type { CsvLine, ReadFile } from '../csv/read-csv.ts'
import type { Cells } from '../dialects/dialect.ts'
import { translateTable } from '../dialects/translate-table.ts'
import { isProductTitle } from '../product-csv/read-titles.ts'
import { currencyCodes } from '../product-import/import-currency.ts'
import { maybeMapping } from './manage-mappings.ts'
import { mappedDialect } from './mapped-table.ts'
import { type MappedColumns, mappingFields } from './mapping-fields.ts'
import { proposeMapping } from './propose-mapping.ts'

const MAX_ROWS = 200
const MAX_SAMPLES = 3
const MAX_PRODUCTS = 10
const MAX_TEXT = 200

export interface MappingPreview {
  /** Of the saved mapping for these titles. */
  name: string | null
  columns: { title: string; field: string | null; samples: string[] }[]
  fields: string[]
  /** The first products and variants in the columns of a product file. */
  rows: Cells[]
}

interface Source {
  read: ReadFile
  /** Default: the saved mapping for the titles of the file, or a proposal. */
  columns?: MappedColumns | undefined
  currency?: string | undefined
}

/**
 * Reads the first rows of a file, and shows the products that the mapping makes of them.
 * @throws InvalidData if the file is no table, or the mapping is not valid.
 */
export async function previewMapping(em: EntityManager, { read, columns, currency }: Source): Promise<MappingPreview> {
  await using file = await openTable(read, isProductTitle)
  const { titles } = file
  const lines = await firstLines(file.lines)
  const currencies = await currencyCodes(em)
  const saved = columns ? undefined : await maybeMapping(em, titles)
  const rows = lines.map(({ cells }) => cells)
  const chosen = columns ?? saved?.columns ?? proposeMapping({ titles, rows, currencies })
  const source = { titles, lines: toAsync(lines), currency_code: currency ?? currencies[0] ?? '' }
  return {
    name: saved?.name ?? null,
    columns: titles.flatMap((title, i) => {
      const samples = [...new Set(rows.map((cells) => cells[i]?.trim() ?? ''))].filter((text) => text !== '')
      const field = Object.hasOwn(chosen, title) ? (chosen[title] ?? null) : null
      return title === '' ? [] : { title, field, samples: samples.slice(0, MAX_SAMPLES).map(shortened) }
    }),
    fields: mappingFields(currencies),
    rows: columns || hasProducts(chosen) ? await firstRows(chosen, source) : [],
  }
}

const hasProducts = (columns: MappedColumns) =>
  ['Product Title', 'Product Handle', 'Variant SKU'].some((field) => Object.values(columns).includes(field))

async function firstLines(lines: AsyncIterable<CsvLine>): Promise<CsvLine[]> {
  const found: CsvLine[] = []
  for await (const line of lines) {
    found.push(line)
    if (found.length === MAX_ROWS) break
  }
  return found
}

async function* toAsync(lines: readonly CsvLine[]): AsyncGenerator<CsvLine> {
  yield* lines
}

async function firstRows(columns: MappedColumns, source: Parameters<typeof translateTable>[1]): Promise<Cells[]> {
  const rows: Cells[] = []
  for await (const { cells } of translateTable(mappedDialect({ name: '', columns }), source).rows) {
    rows.push(Object.fromEntries(Object.entries(cells).map(([title, text]) => [title, shortened(text)])))
    if (rows.length === MAX_PRODUCTS) break
  }
  return rows
}

const shortened = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)
