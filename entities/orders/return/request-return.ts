import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row } from '#database/rows.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { fieldValuesIn } from '#entities/platform/field/installed-fields.ts'
import { Step } from '#entities/platform/step/step.ts'
import { sum } from '#entities/values/money.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { allocateRefund, computeReturnRefunds, type ReturnLimits } from '../order/refund-amounts.ts'
import { readReturnableQuantities } from '../order/returnable-quantities.ts'
import { type OrderBalance, readOrderBalance } from '../order/returned-quantities.ts'
import { planSettlement, readDebt } from '../payment/settle-debt.ts'
import { assertRefundCovered } from './assert-refund-covered.ts'
import { addReturnShipping, createReturnShipment, type ReturnMethodInput } from './create-return-shipment.ts'
import { createReturnItems, quantitiesOf, type ReturnItemInputs } from './request-return-items.ts'
import { Return } from './return.ts'
import { assertUsableReasons } from './return-reasons.ts'
import { type ReturnedLine, readReturnedLines } from './returned-lines.ts'

export interface ReturnRequest {
  order_id: string
  items: ReturnItemInputs
  return_shipping?: ReturnMethodInput | null | undefined
  /** The amount to refund on receipt, in minor units, at least 0. Default: the value of the items less the debt of the customer and the shipping. */
  refund?: number | null | undefined
  note?: string | null | undefined
  no_notification?: boolean | null | undefined
  location_id?: string | null | undefined
}

export interface ReturnRequestCheck {
  order: Row<Order>
  request: Pick<ReturnRequest, 'order_id' | 'items'> & Partial<ReturnRequest>
  /** A swap returns items in exchange for others. A claim with `return_shipping` returns its items. */
  reason: 'return' | 'swap' | 'claim'
}

/** Plugins check each request that items of an order come back. */
export const requestReturnStep = new Step<ReturnRequestCheck, { return_id: string }>({
  moment: 'A customer or an administrator requests that items come back.',
  context: {
    order: '',
    request: 'the input, with `items`',
    reason: '`return`, `swap`, or `claim` for a claim with `return_shipping`',
  },
  result: { return_id: '' },
  fields: ['order', 'line_item'],
})

export async function requestReturn(
  em: EntityManager,
  providers: FulfillmentProviders,
  request: ReturnRequest,
): Promise<Row<Return>> {
  const { order_id, items, return_shipping: shipping, ...input } = request
  const order = await lockOrder(em, order_id)
  const balance = await readOrderBalance(em, order_id)
  await assertReturnable(em, order, balance)
  await assertUsableReasons(em, items)
  const lines = await readReturnedLines(em, order, { items })
  await requestReturnStep.assertAllowed(em, { order, request, reason: 'return' })
  const debt = await readDebt(em, order)
  const returnOrder = insertRow(em, Return, {
    ...fieldValuesIn('return', input),
    order_id,
    refund_amount: 0,
    no_notification: input.no_notification ?? order.no_notification ?? null,
    location_id: input.location_id ?? null,
    metadata: input.note ? { note: input.note } : null,
  })
  const subtotal = sum(lines.map(({ value }) => value))
  const addedMethod = shipping && (await addReturnShipping(em, providers, { returnOrder, order, subtotal, shipping }))
  if (addedMethod)
    await createReturnShipment(em, providers, { returnOrder, order, quantities: quantitiesOf(items), addedMethod })
  const { refundable } = balance
  const { currency_code } = order
  const limits = { refundable, currency_code, shipping_total: addedMethod?.total ?? 0, debt }
  const refunds = computeRequestRefunds(lines, input.refund, limits)
  if (input.refund == null)
    await planSettlement(em, order, { owner_id: returnOrder.id, amount: Math.min(subtotal, debt) })
  returnOrder.refund_amount = sum(refunds)
  createReturnItems(em, returnOrder, { items, lines, refunds })
  const { id: return_id, no_notification = null } = returnOrder
  await announce(em, 'order.return_requested', { id: order_id, return_id, no_notification })
  requestReturnStep.addEffects(em, { order, request, reason: 'return', return_id })
  return returnOrder
}

async function assertReturnable(
  em: EntityManager,
  order: Row<Order>,
  { is_captured, is_paid }: OrderBalance,
): Promise<void> {
  const { id, canceled_at, fulfillment_status, payment_status } = order
  if (canceled_at)
    throw new InvalidData('Cannot create a return for a canceled item.').because({ name: 'order_canceled' })
  if (UNRETURNABLE_FULFILLMENT.includes(fulfillment_status) && !(await hasReturnableItems(em, id)))
    throw new NotAllowed("Can't return an unfulfilled or already returned order").because({
      name: 'nothing_returnable',
    })
  // An order that was edited upwards awaits a payment, but its goods can be paid.
  const isUnpaid = UNPAID.includes(payment_status) || (payment_status === 'awaiting' && !is_paid)
  if (isUnpaid || !is_captured)
    throw new NotAllowed("Can't return an order with payment unprocessed").because({ name: 'order_not_captured' })
}

const UNRETURNABLE_FULFILLMENT: readonly string[] = ['not_fulfilled', 'returned', 'canceled']
const UNPAID: readonly string[] = ['not_paid', 'canceled']

async function hasReturnableItems(em: EntityManager, id: string): Promise<boolean> {
  const quantities = await readReturnableQuantities(em, id)
  return Array.from(quantities.values()).some((quantity) => quantity > 0)
}

function computeRequestRefunds(
  lines: readonly ReturnedLine[],
  refund: number | null | undefined,
  { currency_code, ...limits }: Required<ReturnLimits> & { currency_code: string },
): number[] {
  const portions = lines.map(({ portion }) => portion)
  if (refund == null) return computeReturnRefunds(portions, limits)
  const { refundable } = limits
  if (refund > refundable)
    throw new NotAllowed('Cannot refund more than the original payment')
      .about('refund')
      .because({ name: 'refund_too_large', refundable, currency_code })
  assertRefundCovered(refund, portions, { ...limits, currency_code })
  return allocateRefund(Math.max(0, refund), portions)
}
