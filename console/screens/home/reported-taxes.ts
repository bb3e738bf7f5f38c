import type { RouterOutputs } from '#client/index.ts'
import { csvOf, decimalMoney, textCell } from '#console/components/csv.ts'

export type ReportedTax = RouterOutputs['admin']['statistics']['taxes']['taxes'][number]

/** In minor units. */
export interface TaxTotals {
  id: string
  net: number
  tax: number
  refundedNet: number
  refundedTax: number
  due: number
}

/** A total for each currency, without sold gift cards. Money of two currencies is never added. */
export function totalsOf(taxes: readonly ReportedTax[]): TaxTotals[] {
  const totals = new Map<string, TaxTotals>()
  for (const { currency_code: id, is_giftcard, net, tax, refunded_net, refunded_tax } of taxes) {
    const before = totals.get(id) ?? { id, net: 0, tax: 0, refundedNet: 0, refundedTax: 0, due: 0 }
    const counts = is_giftcard ? 0 : 1
    totals.set(id, {
      id,
      net: before.net + net * counts,
      tax: before.tax + tax,
      refundedNet: before.refundedNet + refunded_net * counts,
      refundedTax: before.refundedTax + refunded_tax,
      due: before.due + tax - refunded_tax,
    })
  }
  return [...totals.values()]
}

const HEADER = [
  'currency',
  'country',
  'tax_name',
  'tax_code',
  'rate',
  'is_giftcard',
  'sales_net',
  'sales_tax',
  'refunds_net',
  'refunds_tax',
  'tax_due',
]

/** A line for each country and tax. Amounts are decimal numbers with a point. */
export function taxesCsv(taxes: readonly ReportedTax[]): string {
  const lines = taxes.map((row) => {
    const money = (amount: number) => decimalMoney(amount, row.currency_code)
    return [
      row.currency_code.toUpperCase(),
      (row.country_code ?? '').toUpperCase(),
      textCell(row.name ?? ''),
      textCell(row.code ?? ''),
      row.rate,
      row.is_giftcard ? 'yes' : 'no',
      money(row.taxable),
      money(row.tax),
      money(row.refunded_taxable),
      money(row.refunded_tax),
      money(row.tax - row.refunded_tax),
    ]
  })
  return csvOf([HEADER, ...lines])
}
