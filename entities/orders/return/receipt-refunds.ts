import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, findRows, type Row } from '#database/rows.ts'
import { computeShippingTotals } from '#entities/cart/pricing/shipping-totals.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { ShippingMethodTaxLine } from '#entities/cart/shipping/shipping-method-tax-line.ts'
import { NotAllowed } from '#entities/errors.ts'
import { sum } from '#entities/values/money.ts'
import {
  allocateRefund,
  computeLargestRefund,
  computeReturnRefunds,
  type ReturnLimits,
} from '../order/refund-amounts.ts'
import { hasPlannedSettlement } from '../payment/settle-debt.ts'
import { assertRefundCovered } from './assert-refund-covered.ts'
import type { Return } from './return.ts'
import type { ReturnItem } from './return-item.ts'
import type { ReturnedLine } from './returned-lines.ts'

export interface ReceivedItems {
  returnOrder: Row<Return>
  requestedItems: readonly Row<ReturnItem>[]
  items: readonly { item_id: string; quantity: number }[]
  /** The lines of `items`, in the same order. */
  lines: readonly ReturnedLine[]
  /** In minor units. Replaces the requested refund. */
  refund: number | null | undefined
  refundable: number
  currency_code: string
  /** What the customer owes, in minor units. */
  debt: number
}

/**
 * Returns the refund of each received item. If exactly the requested items arrived, the requested refunds apply, unless the
 * customer owes or owed money.
 */
export async function computeReceiptRefunds(em: EntityManager, receipt: ReceivedItems): Promise<number[]> {
  const { returnOrder, items, lines, refund, refundable, currency_code, debt } = receipt
  const owner = returnOrder.refundingOwner()
  if (owner) {
    if (refund)
      throw new NotAllowed(
        `The ${owner} refunds the items of this return. Receive the return without a refund.`,
      ).because({ name: 'owner_refunds_return', owner })
    return lines.map(() => 0)
  }
  const portions = lines.map(({ portion }) => portion)
  const readLimits = async () => ({ refundable, debt, shipping_total: await readShippingTotal(em, returnOrder) })
  if (refund != null) {
    if (debt > 0) assertRefundCovered(refund, portions, { ...(await readLimits()), currency_code })
    return allocateRefund(Math.max(0, refund), portions)
  }
  if (await hasPlannedSettlement(em, returnOrder.id)) return computeReturnRefunds(portions, await readLimits())
  const requestedByLine = new Map(receipt.requestedItems.map((item) => [item.item_id, item]))
  const isAsRequested =
    items.length === requestedByLine.size &&
    items.every((item) => requestedByLine.get(item.item_id)?.quantity === item.quantity)
  if (!isAsRequested) return computeChangedRefunds(receipt, requestedByLine, await readLimits())
  const requested = items.map(({ item_id }) => requestedByLine.get(item_id)?.refund_amount ?? 0)
  if (debt <= 0) return requested
  return allocateRefund(Math.min(sum(requested), computeLargestRefund(portions, await readLimits())), portions)
}

/** An item gets at most its requested refund, unless more of it arrived than requested. */
function computeChangedRefunds(
  { items, lines }: ReceivedItems,
  requestedByLine: ReadonlyMap<string, Row<ReturnItem>>,
  limits: ReturnLimits,
): number[] {
  const refunds = computeReturnRefunds(
    lines.map(({ portion }) => portion),
    limits,
  )
  return items.map(({ item_id, quantity }, i) => {
    const item = requestedByLine.get(item_id)
    const maximum = item && quantity <= item.quantity ? item.refund_amount : Number.POSITIVE_INFINITY
    return Math.min(refunds[i] ?? 0, maximum)
  })
}

async function readShippingTotal(em: EntityManager, { id }: Row<Return>): Promise<number> {
  const method = await findRow(em, ShippingMethod, { return_id: id })
  if (!method) return 0
  const { price, includes_tax } = method
  const tax_lines = await findRows(em, ShippingMethodTaxLine, { shipping_method_id: method.id })
  return computeShippingTotals({ price, includes_tax, tax_lines, free: false }).total
}
