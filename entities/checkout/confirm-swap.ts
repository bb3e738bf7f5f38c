import type { EntityManager } from '@mikro-orm/postgresql'
import { buildRow, getRow, type Row } from '#database/rows.ts'
import { batch } from '#database/statement.ts'
import { type Authorization, saveAuthorizationStatements } from '#entities/cart/payment/authorize-payment.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { assertSwapReturnNotCanceled, lockSwapOfCart } from '#entities/orders/swap/lock-swap.ts'
import { Swap } from '#entities/orders/swap/swap.ts'
import type { BookedTax } from '#entities/orders/taxes/booked-taxes.ts'
import { taxesOfCart } from '#entities/orders/taxes/taxes-of-cart.ts'
import { announceStatement } from '#entities/platform/event/announce.ts'
import { query } from '#entities/query.ts'
import { now } from '#entities/values/clock.ts'
import { NotAllowed } from '../errors.ts'
import { assertLinesSold } from './assert-lines-sold.ts'
import type { CartConcluder, CheckoutResult, PreparedCheckout } from './cart-concluder.ts'
import { buildPriceRows, completeCartStatement, insertPriceStatements, paymentColumnsOf } from './order-rows.ts'
import type { Checkout } from './validate-checkout.ts'

/** The completion of a swap cart confirms the swap. It does not place an order. */
export const swapConcluder: CartConcluder = {
  prepare: prepareSwap,
  async findResult(em, cart_id) {
    return { type: 'swap', id: (await getRow(em, Swap, { cart_id })).id }
  },
}

async function prepareSwap(em: EntityManager, checkout: Checkout): Promise<PreparedSwap> {
  const swap = await lockSwapOfCart(em, checkout.cart.id)
  if (swap.canceled_at)
    throw new NotAllowed('Cart related to canceled swap cannot be completed').because({ name: 'swap_canceled' })
  await assertSwapReturnNotCanceled(em, swap.id)
  assertLinesSold(checkout.cart)
  if (!swap.allow_backorder) checkout.stock.assertAvailable()
  return new PreparedSwap(swap, checkout)
}

class PreparedSwap implements PreparedCheckout {
  readonly #swap: Row<Swap>
  readonly #checkout: Checkout

  constructor(swap: Row<Swap>, checkout: Checkout) {
    this.#swap = swap
    this.#checkout = checkout
  }

  async conclude(em: EntityManager, authorized: readonly Authorization[]): Promise<CheckoutResult> {
    const { id, order_id, allow_backorder, no_notification = null } = this.#swap
    const { cart, priced, stock } = this.#checkout
    const { total } = priced.totals
    const at = now()
    const owner = { cart_id: cart.id, order_id, swap_id: id }
    const payments = authorized.map((payment) =>
      buildRow(em, Payment, { ...paymentColumnsOf(payment, cart), ...owner }),
    )
    const stockStatements = await (allow_backorder
      ? stock.takeBackorderedStatements(em, at)
      : stock.takeStatements(em, at))
    await batch(
      em,
      ...stockStatements,
      ...saveAuthorizationStatements(authorized),
      ...insertPriceStatements(em, { payments, ...buildPriceRows(em, cart, priced) }),
      assignShippingToSwap.with(cart.id, id),
      completeCartStatement.with(cart.id, payments[0]?.id ?? null),
      updateSwap.with(
        id,
        total,
        cart.shipping_address_id,
        total === 0 ? 'confirmed' : 'awaiting',
        JSON.stringify(taxesOfCart(cart, priced)),
      ),
      announceStatement([{ name: 'swap.payment_completed', payload: { id, no_notification } }]),
    )
    return { type: 'swap', id }
  }
}

const assignShippingToSwap = query((db, cart_id: string, swap_id: string) =>
  db.updateTable('shipping_method').set({ swap_id }).where('cart_id', '=', cart_id),
)

const updateSwap = query(
  (
    db,
    id: string,
    difference_due: number,
    shipping_address_id: string | null,
    payment_status: Swap['payment_status'],
    taxes: string,
  ) =>
    db
      .updateTable('swap')
      .set(({ fn, cast, val }) => ({
        difference_due,
        shipping_address_id,
        payment_status,
        taxes: cast<BookedTax[]>(val(taxes), 'jsonb'),
        confirmed_at: fn('now'),
        updated_at: fn('now'),
      }))
      .where('id', '=', id),
)
