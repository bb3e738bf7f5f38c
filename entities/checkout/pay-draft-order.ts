import type { EntityManager } from '@mikro-orm/postgresql'
import { SYSTEM } from '#entities/cart/payment/system-payment.ts'
import { lockOpenDraft } from '#entities/orders/draft-order/lock-draft-order.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { checkAvailability, placeOrder, reserveCart, selectNoSession, validateCheckout } from './checkout.ts'

/**
 * The shop says that it has the money: the draft becomes an order that is paid, whose id this answers, once however often
 * it is said. Stock, discounts and gift cards are taken as for any order.
 * @throws NotFound. NotAllowed where it became an order before. InvalidData for what it lacks. OutOfStock. As
 * `refuseUnusableDiscounts`.
 */
export async function payDraftOrder(em: EntityManager, id: string): Promise<string> {
  const { draft, cart } = await lockOpenDraft(em, id)
  const checkout = await checkAvailability(em, validateCheckout(await reserveCart(em, cart.id), selectNoSession))
  const completed_at = new Date()
  const paid = { status: 'authorized', provider_id: SYSTEM, data: {}, captured_at: completed_at } as const
  const payment = { ...paid, amount: checkout.total }
  const { id: order_id } = await placeOrder(em, { ...checkout, payment, draft })
  Object.assign(draft, { status: 'completed', order_id, completed_at })
  const no_notification = draft.no_notification_order ?? null
  await announceAll(em, [
    { name: 'order.payment_captured', payload: { id: order_id, no_notification } },
    { name: 'draft_order.updated', payload: { id } },
  ])
  return order_id
}
