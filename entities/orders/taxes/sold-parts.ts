import type { CartTotals } from '#entities/cart/pricing/totals.ts'
import type { TaxLine } from '#entities/market/tax/tax.ts'
import { sum } from '#entities/values/money.ts'
import type { TaxedPart } from './booked-taxes.ts'

interface SoldGoods {
  /** In the order of the lines of the totals. */
  lines: readonly { is_giftcard: boolean; tax_lines: readonly TaxLine[] }[]
  shipping_methods: readonly { tax_lines: readonly TaxLine[] }[]
  totals: Pick<CartTotals, 'lines' | 'shipping_methods' | 'subtotal' | 'discount_total'>
}

/**
 * Returns the lines, and then the shipping methods, with their taxes. A line that a swap returns is negative. The sum is the
 * price of the order: a rounding difference of its discount goes to the most expensive line.
 */
export function soldParts({ lines, shipping_methods, totals }: SoldGoods): TaxedPart[] {
  const goods = totals.lines.map(({ subtotal, discount_total, parts }, i) => ({
    net: subtotal - discount_total,
    taxes: parts.taxes,
    tax_lines: lines[i]?.tax_lines ?? [],
    is_giftcard: lines[i]?.is_giftcard ?? false,
  }))
  const dearest = goods.reduce<TaxedPart | undefined>(
    (best, part) => (best && best.net >= part.net ? best : part),
    undefined,
  )
  const difference = totals.subtotal - totals.discount_total - sum(goods.map(({ net }) => net))
  const shipping = totals.shipping_methods.map(({ subtotal, parts }, i) => ({
    net: subtotal,
    taxes: parts.taxes,
    tax_lines: shipping_methods[i]?.tax_lines ?? [],
    is_giftcard: false,
  }))
  return [...goods.map((part) => (part === dearest ? { ...part, net: part.net + difference } : part)), ...shipping]
}
