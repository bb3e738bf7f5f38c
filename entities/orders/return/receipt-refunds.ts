import type { EntityManager } from '@mikro-orm/postgresql'
import { shippingTotals } from '#entities/cart/pricing/shipping-totals.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { NotAllowed } from '#entities/errors.ts'
import { allocateRefund, computeReturnRefunds } from '../order/refund-amounts.ts'
import type { Return } from './return.ts'
import type { ReturnItem } from './return-item.ts'
import type { ReturnedLine } from './returned-lines.ts'

export interface ReceivedItems {
  back: Return
  requested: readonly ReturnItem[]
  items: readonly { item_id: string; quantity: number }[]
  lines: readonly ReturnedLine[]
  /** Minor units, instead of what the return promised. */
  refund: number | null | undefined
  /** What is left of what was paid, in minor units. */
  refundable: number
}

/**
 * What is given back for each of the items that are there: what was promised where they are just those that were asked
 * for, else what they cost, less the shipping of the return, and of fewer pieces no more than was promised for them all.
 * @throws NotAllowed for a refund of the return of a claim or a swap, which has seen to that itself.
 */
export async function computeReceiptRefunds(em: EntityManager, received: ReceivedItems): Promise<number[]> {
  const { back, requested, items, lines, refund, refundable } = received
  const owner = back.claim_order_id ? 'claim' : back.swap_id ? 'swap' : undefined
  if (owner) {
    if (refund)
      throw new NotAllowed(`The ${owner} refunds the items of this return. Receive the return without a refund.`)
    return lines.map(() => 0)
  }
  const backs = lines.map((line) => line.back)
  if (refund != null) return allocateRefund(Math.max(0, refund), backs)
  const promised = new Map(requested.map((item) => [item.item_id, item]))
  const asPromised =
    items.length === requested.length && items.every((item) => promised.get(item.item_id)?.quantity === item.quantity)
  if (asPromised) return items.map(({ item_id }) => promised.get(item_id)?.refund_amount ?? 0)
  const computed = computeReturnRefunds(backs, { refundable, shipping_total: await shippingTotalOf(em, back) })
  return items.map(({ item_id, quantity }, i) => {
    const asked = promised.get(item_id)
    const most = asked && quantity <= asked.quantity ? asked.refund_amount : Number.POSITIVE_INFINITY
    return Math.min(computed[i] ?? 0, most)
  })
}

async function shippingTotalOf(em: EntityManager, { id }: Return): Promise<number> {
  const method = await em.findOne(ShippingMethod, { return_id: id }, { populate: ['tax_lines'] })
  if (!method) return 0
  const { price, includes_tax } = method
  const tax_lines = method.tax_lines.getItems().map(({ rate }) => ({ rate: Number(rate) }))
  return shippingTotals({ price, includes_tax, tax_lines, free: false }).total
}
