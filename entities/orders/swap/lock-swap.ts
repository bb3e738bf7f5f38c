import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { isPaymentInProgress, lockCart } from '#entities/cart/cart/lock-cart.ts'
import { Conflict, NotAllowed, NotFound } from '#entities/errors.ts'
import type { OwnedReplacement } from '../fulfillment/replacement-fulfillments.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { Swap } from './swap.ts'

export interface SwapIds {
  order_id: string
  swap_id: string
}

export interface LockedSwap {
  swap: Swap
  order: Order
}

/*
 * Whoever changes a swap locks its order first, then its cart where that is changed too, and then the swap itself: its
 * customer confirms it under the lock of the cart, without that of the order.
 */

/**
 * A swap of an order, to be changed: both are kept from others until the end of the transaction.
 * @throws NotFound for an unknown swap, and for one of another order.
 */
export async function lockSwap(em: EntityManager, ids: SwapIds): Promise<LockedSwap> {
  await cartOfSwap(em, ids)
  const order = await lockOrder(em, ids.order_id)
  return { order, swap: await swapForUpdate(em, ids.swap_id) }
}

/**
 * The same with its cart, which is not being paid.
 * @throws as `lockSwap`. Conflict while a provider is asked for its money.
 */
export async function lockSwapWithCart(em: EntityManager, ids: SwapIds): Promise<LockedSwap> {
  const cart_id = await cartOfSwap(em, ids)
  const order = await lockOrder(em, ids.order_id)
  if (await isPaymentInProgress(em, await lockCart(em, cart_id))) throw new Conflict()
  return { order, swap: await swapForUpdate(em, ids.swap_id) }
}

/** The cart of a swap; it never has another. @throws NotFound unless the swap is of the order. */
async function cartOfSwap(em: EntityManager, { swap_id, order_id }: SwapIds): Promise<string> {
  const [found] = await placeOfSwap(em, swap_id)
  if (!found) throw new NotFound('Swap was not found')
  if (found.order_id === order_id) return found.cart_id
  throw new NotFound(`no swap was found with the id: ${swap_id} related to order: ${order_id}`)
}

/** A swap whose order or cart is locked, locked itself and as it is then. */
export async function swapForUpdate(em: EntityManager, id: string): Promise<Swap> {
  const [row] = await lockRow(em, id)
  return em.map(Swap, row as object)
}

/** The swap of a cart, which is locked; locked itself and as it is then. */
export async function swapOfCart(em: EntityManager, cart_id: string): Promise<Swap> {
  const [row] = await lockRowOfCart(em, cart_id)
  return em.map(Swap, row as object)
}

/** What sends the pieces of a swap. */
export const buildSwapReplacement = ({ swap, order }: LockedSwap): OwnedReplacement => ({
  kind: 'swap',
  sender: swap,
  owner: { swap_id: swap.id },
  order,
})

/** @throws NotAllowed where the pieces do not come back any more: there is nothing to give for them. */
export async function refuseWithoutReturn(em: EntityManager, swap_id: string): Promise<void> {
  if ((await canceledReturn(em, swap_id)).length > 0)
    throw new NotAllowed('The return of the swap is canceled. Cancel the swap and create another one.')
}

/**
 * Keeps a swap, whose order is locked, from being confirmed meanwhile.
 * @throws NotAllowed where money was given or something was sent for its pieces: they cannot stay where they are then.
 */
export async function assertSwapNotInProgress(em: EntityManager, id: string): Promise<void> {
  await lockRow(em, id)
  const [under] = await underWay(em, id)
  if (under?.settled) throw new NotAllowed('The return of a swap with a refund cannot be canceled')
  if (under?.packed)
    throw new NotAllowed('All fulfillments of the swap must be canceled before its return can be canceled')
}

const placeOfSwap = statement<{ order_id: string; cart_id: string }>(
  'select order_id, cart_id from swap where id = $1 and deleted_at is null',
)
const lockRowOfCart = statement('select * from swap where cart_id = $1 for no key update')
const lockRow = statement('select * from swap where id = $1 for no key update')
const canceledReturn = statement(`select from return where swap_id = $1 and status = 'canceled'`)
const underWay = statement<{ settled: boolean; packed: boolean }>(`
  select s.payment_status = 'difference_refunded'
      or exists (select from refund where swap_id = s.id and status <> 'failed') as settled,
    exists (select from fulfillment where swap_id = s.id and canceled_at is null) as packed
  from swap s where s.id = $1`)
