import type { EntityManager } from '@mikro-orm/postgresql'
import { defer } from '#database/statement.ts'
import type { Authorization } from '#entities/cart/payment/authorize-payment.ts'
import { SYSTEM_PROVIDER_ID } from '#entities/cart/payment/system-payment.ts'
import { lockOpenDraft } from '#entities/orders/draft-order/lock-draft-order.ts'
import { moveNotesToOrder } from '#entities/people/note/move-notes.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { shopOf } from '#entities/shop.ts'
import { now } from '#entities/values/clock.ts'
import { assertOrderAvailable, placeOrder } from './place-order.ts'
import { completeCartStep, completionOf } from './prepare-checkout.ts'
import { reserveCart } from './reserve-cart.ts'
import { validateCheckout } from './validate-checkout.ts'

/** @throws NotFound. NotAllowed if the draft is completed. InvalidData for an incomplete cart. OutOfStock. */
export async function payDraftOrder(em: EntityManager, id: string): Promise<string> {
  const { draft, cart } = await lockOpenDraft(em, id)
  const checkout = validateCheckout(await reserveCart(em, cart.id), shopOf(em), 'received')
  assertOrderAvailable(checkout)
  const completion = completionOf(checkout)
  await completeCartStep.assertAllowed(em, completion)
  const payment: Authorization = {
    status: 'authorized',
    provider_id: SYSTEM_PROVIDER_ID,
    amount: checkout.due,
    data: {},
    isCaptured: true,
  }
  const { id: order_id, order = null } = await placeOrder(em, { ...checkout, payments: [payment], draft })
  draft.complete(order_id, now())
  await defer(em, moveNotesToOrder.with(id, order_id))
  await announce(em, 'draft_order.updated', { id })
  completeCartStep.addEffects(em, { ...completion, order, swap_id: null })
  return order_id
}
