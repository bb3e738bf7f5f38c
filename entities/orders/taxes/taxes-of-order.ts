import type { OrderTotals } from '#entities/cart/pricing/totals.ts'
import type { TaxLine } from '#entities/market/tax/tax.ts'
import { allocate } from '#entities/values/money.ts'
import { type BookedTax, bookTaxes, partOfGross, shareOfPart, shareOfParts, type TaxedPart } from './booked-taxes.ts'
import { soldParts } from './sold-parts.ts'

export interface TaxedOrder {
  country_code: string | null
  items: readonly { id: string; is_giftcard: boolean; tax_lines: readonly TaxLine[] }[]
  shipping_methods: readonly { tax_lines: readonly TaxLine[] }[]
  /** Excludes failed refunds. */
  refunds: readonly {
    amount: number
    excess_amount: number | null
    claim_order_id: string | null
    swap_id: string | null
    return_id: string | null
  }[]
  settled_debts: readonly { owner_id: string; amount: number }[]
  refunded_items: readonly RefundedItem[]
}

/** An item of a return or a claim. It can be an item that a swap or a claim has sent. */
export interface RefundedItem {
  /** The return or the claim. */
  owner_id: string
  item_id: string
  /** In minor units, with taxes. */
  value: number
  tax_lines: readonly TaxLine[]
}

/**
 * Returns the sales and the refunds. The refund of a return or a claim has the taxes of its items. Any other refund has the taxes of
 * the whole order. The refund of a swap is left out, because the taxes of the swap contain it, and so is a refund of the difference that
 * an edit left. Goods that come back unpaid count as refunded.
 */
export function taxesOfOrder(order: TaxedOrder, totals: OrderTotals): BookedTax[] {
  const { country_code, items, shipping_methods } = order
  const parts = soldParts({ lines: items, shipping_methods, totals })
  return [
    ...bookTaxes({ kind: 'sale', country_code }, parts),
    ...bookTaxes({ kind: 'refund', country_code }, refundedParts(order, parts)),
  ]
}

function refundedParts(order: TaxedOrder, parts: readonly TaxedPart[]): TaxedPart[] {
  const amounts = refundsByOwner(order)
  const byItem = new Map<string, { amount: number; tax_lines: readonly TaxLine[] }>()
  let rest = 0
  for (const [owner, amount] of amounts) {
    const items = order.refunded_items.filter(({ owner_id, value }) => owner_id === owner && value > 0)
    if (items.length === 0) rest += amount
    const shares = allocate(
      amount,
      items.map(({ value }) => value),
    )
    for (const [i, { item_id, tax_lines }] of items.entries())
      byItem.set(item_id, { amount: (byItem.get(item_id)?.amount ?? 0) + (shares[i] ?? 0), tax_lines })
  }
  const ofItems = Array.from(byItem, ([id, { amount, tax_lines }]) => {
    const part = parts[order.items.findIndex((item) => item.id === id)]
    return part ? shareOfPart(part, amount) : partOfGross(amount, tax_lines)
  })
  return [...ofItems, ...shareOfParts(parts, rest)]
}

/** The key is a return, a claim, or empty for any other refund. */
function refundsByOwner({ refunds, settled_debts, refunded_items }: TaxedOrder): Map<string, number> {
  const amounts = new Map<string, number>()
  const add = (owner: string, amount: number) => amounts.set(owner, (amounts.get(owner) ?? 0) + amount)
  for (const { amount, excess_amount, return_id, claim_order_id, swap_id } of refunds)
    if (!swap_id) add(return_id ?? claim_order_id ?? '', amount - (excess_amount ?? 0))
  for (const { owner_id, amount } of settled_debts)
    if (refunded_items.some((item) => item.owner_id === owner_id)) add(owner_id, amount)
  return amounts
}
