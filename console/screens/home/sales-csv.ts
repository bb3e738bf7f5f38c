import { csvOf, decimalMoney, textCell } from '#console/components/csv.ts'
import type { SalesRow } from './sales.ts'

const HEADER = [
  'date',
  'region',
  'currency',
  'net_sales',
  'sales',
  'refunds',
  'gift_cards',
  'orders',
  'returning_orders',
  'goods_before_discounts',
  'discounts',
  'net_goods',
  'shipping',
  'taxes',
  'total',
]

/** A line for each day or month, region and currency. Amounts are decimal numbers with a point. */
export function salesCsv(sales: readonly SalesRow[]): string {
  const lines = sales.map((sale) => {
    const money = (amount: number) => decimalMoney(amount, sale.currency_code)
    return [
      sale.date,
      textCell(sale.region_name),
      sale.currency_code.toUpperCase(),
      money(sale.revenue - sale.refunded),
      money(sale.revenue),
      money(sale.refunded),
      money(sale.gift_card_total),
      sale.orders,
      sale.returning_orders,
      money(sale.subtotal),
      money(sale.discount_total),
      money(sale.subtotal - sale.discount_total),
      money(sale.shipping_total),
      money(sale.tax_total),
      money(sale.subtotal - sale.discount_total + sale.shipping_total + sale.tax_total),
    ]
  })
  return csvOf([HEADER, ...lines])
}
