import { InvalidData } from '#entities/errors.ts'
import { type CellFault, cellFault, InvalidLine, placeText } from '#entities/platform/batch-job/line-faults.ts'
import { newId } from '#entities/values/id.ts'
import {
  duplicateColumnError,
  emptyFileError,
  HeaderProblems,
  missingColumnError,
  unknownColumnError,
} from '../csv/header-problems.ts'
import { titleKey } from '../csv/title-key.ts'
import { trimBlanks } from '../csv/trim-blanks.ts'
import { type MarketKey, marketOf } from '../product-csv/read-titles.ts'
import type { ImportMarket } from '../product-import/markets.ts'
import type { RowNotes } from '../product-import/row-notes.ts'
import { assertStorable, marketColumns, parseAmount } from '../product-import/staged-row.ts'

/** A value is null if its cell is empty. */
export interface PriceLine {
  line: number
  sheet_row: number
  variant_id: string | null
  sku: string | null
  prices: (Omit<ImportMarket, 'digits'> & { id: string; amount: number })[]
}

export type PriceFileColumn = { title: string } & (
  | { of: 'variant_id' | 'sku' | 'nothing' }
  | { of: 'price'; for: ImportMarket }
)

export const ID = 'Product Variant ID'
export const SKU = 'SKU'

const KEYS = new Map([
  [titleKey(ID), { title: ID, of: 'variant_id' }],
  [titleKey(SKU), { title: SKU, of: 'sku' }],
] as const)

export const isPriceTitle = (title: string): boolean => KEYS.has(titleKey(title)) || marketOf(title) !== undefined

/** @throws BatchRefused with the problems of the titles. `findMarket` throws InvalidData for an unknown market. */
export function readPriceTitles(
  titles: readonly string[],
  findMarket: (key: MarketKey, title: string) => ImportMarket,
): PriceFileColumn[] {
  const problems = new HeaderProblems()
  const seen = new Set<PriceFileColumn>()
  const columns = titles.map((title): PriceFileColumn => {
    const key = titleKey(title)
    if (key === '') return { title, of: 'nothing' }
    const named = KEYS.get(key)
    if (named && seen.has(named)) problems.add(() => duplicateColumnError(title))
    if (named) seen.add(named)
    if (named) return named
    const market = marketOf(title)
    if (!market) problems.add(() => unknownColumnError(title, [ID, SKU]))
    const found = market && problems.attempt(() => findMarket(market, title))
    return found ? { title, of: 'price', for: found } : { title, of: 'nothing' }
  })
  if (columns.every(({ title }) => title === '')) problems.add(() => emptyFileError([ID, SKU]))
  else if (!columns.some(({ of }) => of === 'variant_id' || of === 'sku'))
    problems.add(() => missingColumnError([ID, SKU]))
  problems.assertNone()
  return columns
}

export function readPriceLine(
  { line, row }: { line: number; row: number },
  cells: readonly string[],
  { columns, notes }: { columns: readonly PriceFileColumn[]; notes: RowNotes },
): PriceLine {
  const priceLine: PriceLine = { line, sheet_row: row, variant_id: null, sku: null, prices: [] }
  const faults: CellFault[] = []
  for (const [i, column] of columns.entries()) {
    try {
      setCell(priceLine, column, { text: assertStorable(cells[i] ?? ''), notes })
    } catch (error) {
      if (!(error instanceof InvalidData)) throw error
      faults.push(cellFault(column.title, error))
    }
  }
  if (!priceLine.variant_id && !priceLine.sku)
    faults.push({ message: 'SKU or ID is required', reason: { name: 'variant_not_named' } })
  if (faults.length > 0) throw new InvalidLine(faults, (messages) => priceLineFailed(priceLine, messages))
  return priceLine
}

export const priceLineFailed = ({ variant_id, sku, ...place }: Omit<PriceLine, 'prices'>, reason: string) =>
  `Error while processing row with:
      variant ID: ${variant_id ?? ''},
      variant SKU: ${sku ?? ''},
      ${reason} (${placeText(place)})`

function setCell(
  priceLine: PriceLine,
  column: PriceFileColumn,
  { text, notes }: { text: string; notes: RowNotes },
): void {
  if (column.of === 'nothing') return
  if (column.of !== 'price') {
    priceLine[column.of] = trimBlanks(text) || null
    return
  }
  const amount = parseAmount(column.for, text, notes)
  if (amount !== null) priceLine.prices.push({ id: newId('ma'), ...marketColumns(column.for), amount })
}
