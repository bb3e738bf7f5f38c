import { type Executor, statement } from '#database/statement.ts'
import {
  ofOutsideSql,
  ofStoredDaysSql,
  ofStoredTimesSql,
  readStoredDays,
  STORED_DAYS_SQL,
  type StoredDaysValues,
  valuesOfDays,
} from './stored-days.ts'

/** The sales and refunds of a period with one tax. Amounts are in minor units. */
export interface ReportedTax {
  currency_code: string
  /** Where the goods went. Null for orders without an address. */
  country_code: string | null
  /** Null for untaxed goods. */
  name: string | null
  code: string | null
  /** In percent. */
  rate: number
  /** Sold gift cards are no turnover yet. */
  is_giftcard: boolean
  /** Prices without taxes. */
  taxable: number
  tax: number
  refunded_taxable: number
  refunded_tax: number
  /** `taxable` and `refunded_taxable`, in which goods with two taxes count once. */
  net: number
  refunded_net: number
}

const sumOf = (kind: 'sale' | 'refund', sum: string, name: string) =>
  `coalesce(sum(${sum}) filter (where kind = '${kind}'), 0)::float8 as ${name}`

const differsSql = (kind: string) =>
  ['taxable', 'net', 'tax'].map((sum) => `sum(${sum}) filter (where kind = '${kind}') <> 0`).join(' or ')

/** `from` and `to` are dates in the time zone. `to` is included. */
export async function readTaxes(em: Executor, from: string, to: string, timeZone: string): Promise<ReportedTax[]> {
  return selectTaxes(em, ...valuesOfDays(await readStoredDays(em, from, to, timeZone)))
}

const COLUMNS = 'currency_code, country_code, name, code, rate, is_giftcard, kind, taxable, tax, net'

const selectTaxes = statement<ReportedTax, StoredDaysValues>(`
  with ${STORED_DAYS_SQL},
  parts as (
    ${ofStoredDaysSql(COLUMNS, 'daily_tax')}
    union all ${ofStoredTimesSql(COLUMNS, 'tax_change', 'at')}
    union all ${ofOutsideSql(COLUMNS, 'tax_entry', 'at')})
  select currency_code, country_code, name, code, rate, is_giftcard,
    ${sumOf('sale', 'taxable', 'taxable')}, ${sumOf('sale', 'tax', 'tax')},
    ${sumOf('refund', 'taxable', 'refunded_taxable')}, ${sumOf('refund', 'tax', 'refunded_tax')},
    ${sumOf('sale', 'net', 'net')}, ${sumOf('refund', 'net', 'refunded_net')}
  from parts
  group by 1, 2, 3, 4, 5, 6
  having ${['sale', 'refund'].map(differsSql).join(' or ')}
  order by 1, 2 nulls last, 6, rate desc, 3, 4`)
