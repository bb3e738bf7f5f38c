import type { EntityManager } from '@mikro-orm/postgresql'
import { readLanguages } from '#entities/market/language/shop-languages.ts'
import type { BatchNotice, ImportSourceResult } from '#entities/platform/batch-job/batch-job.ts'
import type { CsvFile } from '../csv/read-csv.ts'
import type { ProductDialect } from '../dialects/dialect.ts'
import { dialectOf } from '../dialects/dialects.ts'
import { translateTable } from '../dialects/translate-table.ts'
import { importNotice } from '../import-notice.ts'
import { maybeMapping } from '../mapping/manage-mappings.ts'
import { mappedDialect } from '../mapping/mapped-table.ts'
import { type ReadColumn, readProductTitle, readProductTitles, type TitleLookups } from '../product-csv/read-titles.ts'
import { type ImportChoices, importCurrency } from './import-currency.ts'
import { languageFinder } from './languages.ts'
import { findMarkets, rejectRepeatedMarkets } from './markets.ts'

/** One row in the columns of a product file. */
export interface TableRow {
  /** Orders the rows. It is unique. */
  line: number
  source_line: number
  row: number
  columns: readonly ReadColumn[]
  cells: readonly string[]
}

export interface ProductTable {
  rows: AsyncIterable<TableRow>
  /** The program that wrote the file. Undefined for a file in the columns of the shop. */
  source: ImportSourceResult | undefined
  /** The columns of all rows. Call it after the last row, like `notices`. */
  columns(): readonly ReadColumn[]
  notices(): BatchNotice[]
}

/** Reads a file in the columns of the shop, or translates one of another program. */
export async function readProductTable(
  em: EntityManager,
  file: CsvFile,
  choices: ImportChoices,
): Promise<ProductTable> {
  const dialect = await dialectFor(em, file, choices)
  const lookups = {
    findMarket: rejectRepeatedMarkets(await findMarkets(em)),
    findLanguage: languageFinder((await readLanguages(em)).known),
  }
  return dialect ? translatedTable(em, file, { dialect, choices, lookups }) : ownTable(file, lookups)
}

/** A mapping that a person has chosen wins over the dialect that the titles would have. */
async function dialectFor(
  em: EntityManager,
  { titles }: CsvFile,
  { mapping }: ImportChoices,
): Promise<ProductDialect | undefined> {
  const chosen = mapping ?? (await maybeMapping(em, titles))
  return chosen ? mappedDialect(chosen) : dialectOf(titles)
}

function ownTable(file: CsvFile, lookups: TitleLookups): ProductTable {
  const columns = readProductTitles(file.titles, lookups)
  return {
    rows: (async function* () {
      for await (const { line, row, cells } of file.lines) yield { line, source_line: line, row, columns, cells }
    })(),
    source: undefined,
    columns: () => columns,
    notices: () => [],
  }
}

interface Foreign {
  dialect: ProductDialect
  choices: ImportChoices
  lookups: TitleLookups
}

async function translatedTable(
  em: EntityManager,
  { titles, lines }: CsvFile,
  { dialect, choices, lookups }: Foreign,
): Promise<ProductTable> {
  const { program } = dialect
  const source: ImportSourceResult = dialect.needsCurrency
    ? await importCurrency(em, { program, ...choices })
    : { program }
  if (dialect.isMapped) source.is_mapped = true
  const table = translateTable(dialect, { titles, lines, currency_code: source.currency_code ?? '' })
  const known = new Map<string, ReadColumn>()
  const columnOf = (title: string): ReadColumn => {
    const column = known.get(title) ?? readProductTitle(title, lookups)
    known.set(title, column)
    return column
  }
  return {
    rows: (async function* () {
      let line = 0
      for await (const { source: row, cells } of table.rows) {
        line += 1
        const columns = Object.keys(cells).map(columnOf)
        yield { line, source_line: row.line, row: row.row, columns, cells: Object.values(cells) }
      }
    })(),
    source,
    columns: () => [...known.values()],
    notices: () => [...table.notices(), ...taxNotices(dialect.priceTitles ?? [], source)],
  }
}

const NET = /\bnetto|\b(net|excl|exkl|ohne mwst|zzgl|hors tax\w*|ht|sin iva|senza iva)\b/i
const GROSS = /\bbrutto|\b(gross|incl|inkl|ttc|con iva|mit mwst)\b/i

/** Titles such as `Netto-Preis`, if the shop stores prices the other way. */
function taxNotices(titles: readonly string[], { currency_code, includes_tax }: ImportSourceResult): BatchNotice[] {
  if (currency_code === undefined || includes_tax === undefined) return []
  const others = titles.filter((title) => (includes_tax ? NET : GROSS).test(title))
  return others.map((title) => importNotice({ name: 'import_price_taxes', title, code: currency_code, includes_tax }))
}
