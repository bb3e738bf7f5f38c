import { statement } from '#database/statement.ts'

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
export const readTaxes = statement<ReportedTax, [from: string, to: string, timeZone: string]>(`
  select currency_code, country_code, name, code, rate, is_giftcard,
    ${sumOf('sale', 'taxable', 'taxable')}, ${sumOf('sale', 'tax', 'tax')},
    ${sumOf('refund', 'taxable', 'refunded_taxable')}, ${sumOf('refund', 'tax', 'refunded_tax')},
    ${sumOf('sale', 'net', 'net')}, ${sumOf('refund', 'net', 'refunded_net')}
  from tax_entry
  where at >= $1::date::timestamp at time zone $3 and at < ($2::date + 1)::timestamp at time zone $3
  group by 1, 2, 3, 4, 5, 6
  having ${['sale', 'refund'].map(differsSql).join(' or ')}
  order by 1, 2 nulls last, 6, rate desc, 3, 4`)
