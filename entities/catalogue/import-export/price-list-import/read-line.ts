import { InvalidData } from '#entities/errors.ts'
import { newId } from '#entities/values/id.ts'
import { parsingFailed } from '../csv/read-csv.ts'
import { type MarketKey, marketOf } from '../product-csv/read-titles.ts'
import type { ImportMarket } from '../product-import/markets.ts'
import { parseAmount } from '../product-import/staged-row.ts'

/** A value is null if its cell is empty. */
export interface PriceLine {
  line: number
  variant_id: string | null
  sku: string | null
  prices: { id: string; region_id: string | null; currency_code: string; amount: number }[]
}

export type PriceFileColumn = { title: string } & ({ of: 'variant_id' | 'sku' } | { of: 'price'; for: ImportMarket })

const ID = 'Product Variant ID'
const SKU = 'SKU'

export const isPriceTitle = (title: string): boolean => title === ID || title === SKU || marketOf(title) !== undefined

export function readPriceTitles(
  titles: readonly string[],
  market: (key: MarketKey, title: string) => ImportMarket,
): PriceFileColumn[] {
  if (!titles.includes(ID) && !titles.includes(SKU))
    throw parsingFailed(`Missing column(s) "${ID}", "${SKU}" from the given csv file`)
  return titles.map((title, i) => {
    if (titles.indexOf(title) !== i) throw parsingFailed(`The csv file has two columns ${title}`)
    if (title === ID) return { title, of: 'variant_id' }
    if (title === SKU) return { title, of: 'sku' }
    const key = marketOf(title)
    if (key) return { title, of: 'price', for: market(key, title) }
    throw parsingFailed(
      `Unable to treat column ${title} from the csv file. No target column found in the provided schema`,
    )
  })
}

export function readPriceLine(line: number, cells: readonly string[], columns: readonly PriceFileColumn[]): PriceLine {
  const priceLine: PriceLine = { line, variant_id: null, sku: null, prices: [] }
  const faults: string[] = []
  for (const [i, column] of columns.entries()) {
    const text = cells[i] ?? ''
    if (text.includes('\0')) faults.push(`${column.title} contains a character that cannot be stored`)
    else if (column.of === 'price') addPrice(priceLine, column, { text, wrong: faults })
    else priceLine[column.of] = text || null
  }
  if (!priceLine.variant_id && !priceLine.sku) faults.push('SKU or ID is required')
  if (faults.length > 0) throw new InvalidData(priceLineFailed(priceLine, faults.join(', ')))
  return priceLine
}

export const priceLineFailed = ({ line, variant_id, sku }: Omit<PriceLine, 'prices'>, reason: string) =>
  `Error while processing row with:
      variant ID: ${variant_id ?? ''},
      variant SKU: ${sku ?? ''},
      ${reason} (line ${line})`

function addPrice(
  priceLine: PriceLine,
  { title, for: market }: { title: string; for: ImportMarket },
  { text, wrong }: { text: string; wrong: string[] },
): void {
  try {
    const amount = parseAmount(market, text)
    const { region_id, currency_code } = market
    if (amount !== null) priceLine.prices.push({ id: newId('ma'), region_id, currency_code, amount })
  } catch (error) {
    if (!(error instanceof InvalidData)) throw error
    wrong.push(`${title} ${error.message}`)
  }
}
