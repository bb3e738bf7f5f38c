import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row } from '#database/rows.ts'
import { readCart } from '#entities/cart/cart/read-cart.ts'
import { priceCart } from '#entities/cart/pricing/price-cart.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { fieldValuesIn } from '#entities/platform/field/installed-fields.ts'
import { Step } from '#entities/platform/step/step.ts'
import { shopOf } from '#entities/shop.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { readOrderBalance } from '../order/returned-quantities.ts'
import type { PaymentStatus } from '../order/statuses.ts'
import { createReturnShipment } from '../return/create-return-shipment.ts'
import { requestReturnStep } from '../return/request-return.ts'
import { quantitiesOf } from '../return/request-return-items.ts'
import { assertUsableReasons } from '../return/return-reasons.ts'
import { readReturnedLines } from '../return/returned-lines.ts'
import { fillSwapCart } from './fill-swap-cart.ts'
import type { NewSwap } from './new-swap.ts'
import { requestSwapReturn } from './request-swap-return.ts'
import { Swap } from './swap.ts'

export interface SwapCheck {
  order: Row<Order>
  swap: NewSwap
}

export const createSwapStep = new Step<SwapCheck, { swap_id: string }>({
  moment: 'A customer or an administrator creates a swap. `cart.complete` confirms it.',
  context: { order: '', swap: 'the input' },
  result: { swap_id: '' },
  fields: ['order', 'line_item'],
})

/** Creates a swap and returns the id of its cart. The completion of the cart confirms the swap and takes its stock. */
export async function createSwap(
  em: EntityManager,
  providers: FulfillmentProviders,
  { order_id, ...input }: NewSwap,
): Promise<string> {
  const order = await lockOrder(em, order_id)
  await assertSwappable(em, order)
  await assertUsableReasons(em, input.return_items)
  const lines = await readReturnedLines(em, order, { items: input.return_items })
  const request = { order_id, items: input.return_items }
  await requestReturnStep.assertAllowed(em, { order, request, reason: 'swap' })
  await createSwapStep.assertAllowed(em, { order, swap: { order_id, ...input } })
  const no_notification = input.no_notification ?? order.no_notification ?? null
  const swap = insertRow(em, Swap, {
    ...fieldValuesIn('swap', input),
    order_id,
    no_notification,
    allow_backorder: input.allow_backorder ?? false,
  })
  const contents = { swap, order, lines, input }
  const { returnOrder, returnShipping } = await requestSwapReturn(em, providers, contents)
  await em.flush()
  const { id: cart_id } = await fillSwapCart(em, { ...contents, returnShipping })
  swap.cart_id = cart_id
  await em.flush()
  // `priceCart` throws if the total is too large or an answer of a tax provider is missing, so it precedes the carrier.
  priceCart(await readCart(em, cart_id), shopOf(em), 'forced')
  if (returnShipping) {
    const quantities = quantitiesOf(input.return_items)
    await createReturnShipment(em, providers, { returnOrder, order, quantities, addedMethod: returnShipping })
    await em.flush()
  }
  await announceAll(em, [
    { name: 'swap.created', payload: { id: swap.id, no_notification } },
    { name: 'order.swap_created', payload: { id: order_id, swap_id: swap.id, no_notification } },
  ])
  requestReturnStep.addEffects(em, { order, request, reason: 'swap', return_id: returnOrder.id })
  createSwapStep.addEffects(em, { order, swap: { order_id, ...input }, swap_id: swap.id })
  return cart_id
}

async function assertSwappable(em: EntityManager, order: Row<Order>): Promise<void> {
  const { canceled_at, payment_status, fulfillment_status } = order
  if (canceled_at) throw new InvalidData('Cannot create a swap on a canceled item.').because({ name: 'order_canceled' })
  if (payment_status === 'awaiting') await assertGoodsPaid(em, order)
  else if (payment_status !== 'captured' && payment_status !== 'partially_refunded') throw notCaptured(payment_status)
  if (fulfillment_status === 'not_fulfilled')
    throw new NotAllowed('Cannot swap an order that has not been fulfilled').because({ name: 'order_not_fulfilled' })
}

/** An order that was edited upwards awaits a payment, but its other payments can be captured. */
async function assertGoodsPaid(em: EntityManager, { id, payment_status }: Row<Order>): Promise<void> {
  const { is_captured, is_paid, refundable } = await readOrderBalance(em, id)
  if (!is_captured || !is_paid) throw notCaptured(payment_status)
  if (refundable <= 0) throw notCaptured('refunded')
}

/** A capture makes only an unpaid order exchangeable. */
function notCaptured(payment_status: PaymentStatus): NotAllowed {
  const isUnpaid = payment_status === 'not_paid' || payment_status === 'awaiting'
  return new NotAllowed('Cannot swap an order that has not been captured').because(
    isUnpaid ? { name: 'order_not_captured' } : { name: 'order_not_exchangeable' },
  )
}
