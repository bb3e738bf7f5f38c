import { InvalidData } from '#entities/errors.ts'
import { type CellFault, cellFault, InvalidLine } from '#entities/platform/batch-job/line-faults.ts'
import { newId } from '#entities/values/id.ts'
import { duplicateColumnError, parsingFailed, unknownColumnError } from '../csv/read-csv.ts'
import { type MarketKey, marketOf } from '../product-csv/read-titles.ts'
import type { ImportMarket } from '../product-import/markets.ts'
import { assertStorable, parseAmount } from '../product-import/staged-row.ts'

/** A value is null if its cell is empty. */
export interface PriceLine {
  line: number
  variant_id: string | null
  sku: string | null
  prices: { id: string; region_id: string | null; currency_code: string; amount: number }[]
}

export type PriceFileColumn = { title: string } & ({ of: 'variant_id' | 'sku' } | { of: 'price'; for: ImportMarket })

export const ID = 'Product Variant ID'
export const SKU = 'SKU'

export const isPriceTitle = (title: string): boolean => title === ID || title === SKU || marketOf(title) !== undefined

export function readPriceTitles(
  titles: readonly string[],
  market: (key: MarketKey, title: string) => ImportMarket,
): PriceFileColumn[] {
  if (!titles.includes(ID) && !titles.includes(SKU))
    throw parsingFailed(`Missing column(s) "${ID}", "${SKU}" from the given csv file`, {
      name: 'csv_column_missing',
      titles: `${ID}, ${SKU}`,
    })
  return titles.map((title, i) => {
    if (titles.indexOf(title) !== i) throw duplicateColumnError(title)
    if (title === ID) return { title, of: 'variant_id' }
    if (title === SKU) return { title, of: 'sku' }
    const key = marketOf(title)
    if (key) return { title, of: 'price', for: market(key, title) }
    throw unknownColumnError(title)
  })
}

export function readPriceLine(line: number, cells: readonly string[], columns: readonly PriceFileColumn[]): PriceLine {
  const priceLine: PriceLine = { line, variant_id: null, sku: null, prices: [] }
  const faults: CellFault[] = []
  for (const [i, column] of columns.entries()) {
    try {
      setCell(priceLine, column, assertStorable(cells[i] ?? ''))
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

export const priceLineFailed = ({ line, variant_id, sku }: Omit<PriceLine, 'prices'>, reason: string) =>
  `Error while processing row with:
      variant ID: ${variant_id ?? ''},
      variant SKU: ${sku ?? ''},
      ${reason} (line ${line})`

function setCell(priceLine: PriceLine, column: PriceFileColumn, text: string): void {
  if (column.of !== 'price') {
    priceLine[column.of] = text || null
    return
  }
  const amount = parseAmount(column.for, text)
  const { region_id, currency_code } = column.for
  if (amount !== null) priceLine.prices.push({ id: newId('ma'), region_id, currency_code, amount })
}
