import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { buildRow } from '#database/rows.ts'
import { batch, statement } from '#database/statement.ts'
import { saveAuthorizationStatement } from '#entities/cart/payment/authorize-payment.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { assertInStock, takeBackorderedStockStatements, takeStockStatement } from '#entities/cart/stock/take-stock.ts'
import { assertSwapReturnNotCanceled, lockSwapOfCart } from '#entities/orders/swap/lock-swap.ts'
import type { Swap } from '#entities/orders/swap/swap.ts'
import { announceStatement } from '#entities/platform/event/announce.ts'
import { NotAllowed } from '../errors.ts'
import type { Checkout, PaidCheckout } from './checkout.ts'
import { buildPriceRows, completeCartStatement, paymentColumnsOf, recordPaymentStatements } from './order-rows.ts'

/* The cart of a swap is completed: it becomes no order. The cart and the stock are locked. */

/**
 * The swap of a cart, kept from others until the end of the transaction; it can be confirmed.
 * @throws NotAllowed where it or its return is canceled. OutOfStock, unless it may be owed pieces.
 */
export async function requireConfirmableSwap(em: EntityManager, { cart, short }: Checkout): Promise<Swap> {
  const swap = await lockSwapOfCart(em, cart.id)
  if (swap.canceled_at) throw new NotAllowed('Cart related to canceled swap cannot be completed')
  await assertSwapReturnNotCanceled(em, swap.id)
  if (!swap.allow_backorder) assertInStock(short)
  return swap
}

/**
 * Confirms a swap that can be: what is due is told, and its payment is that of the order too; what is sent is taken out of
 * the stock. Answers the id of the swap.
 */
export async function confirmSwap(em: EntityManager, swap: Swap, paid: PaidCheckout): Promise<string> {
  const { id, order_id, no_notification = null } = swap
  const { cart, priced, session, payment, total } = paid
  const at = now()
  const owner = { cart_id: cart.id, order_id, swap_id: id }
  const payments = payment ? [buildRow(em, Payment, { ...paymentColumnsOf(payment, cart), ...owner })] : []
  const sent = cart.items.filter((line) => !line.is_return)
  await batch(
    em,
    ...(swap.allow_backorder ? takeBackorderedStockStatements(sent, at) : [takeStockStatement(sent, at)]),
    session && payment && saveAuthorizationStatement(session.id, payment),
    ...recordPaymentStatements(em, { payments, ...buildPriceRows(em, cart, priced) }),
    takeShipping.with(cart.id, id),
    completeCartStatement.with(cart.id, payments[0]?.id ?? null),
    confirm.with(id, total, cart.shipping_address_id, total === 0 ? 'confirmed' : 'awaiting'),
    announceStatement([{ name: 'swap.payment_completed', payload: { id, no_notification } }]),
  )
  return id
}

const takeShipping = statement('update shipping_method set swap_id = $2 where cart_id = $1')
const confirm = statement(`
  update swap set difference_due = $2, shipping_address_id = $3, payment_status = $4, confirmed_at = now(), updated_at = now()
  where id = $1`)
