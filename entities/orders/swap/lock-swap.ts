import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { isPaymentInProgress, lockCart } from '#entities/cart/cart/lock-cart.ts'
import { Conflict, NotAllowed, NotFound } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { Swap } from './swap.ts'

export interface SwapIds {
  order_id: string
  swap_id: string
}

export interface LockedSwap {
  swap: Row<Swap>
  order: Row<Order>
}

/*
 * Lock order: order, cart, swap. A confirmation locks only the cart and the swap, so a lock on the order is not enough.
 */

export async function lockSwap(em: EntityManager, ids: SwapIds): Promise<LockedSwap> {
  await readCartId(em, ids)
  const order = await lockOrder(em, ids.order_id)
  return { order, swap: await lockSwapRow(em, ids.swap_id) }
}

/** @throws Conflict while a provider processes the payment of the cart. */
export async function lockSwapWithCart(em: EntityManager, ids: SwapIds): Promise<LockedSwap> {
  const cart_id = await readCartId(em, ids)
  const order = await lockOrder(em, ids.order_id)
  if (await isPaymentInProgress(em, await lockCart(em, cart_id))) throw new Conflict()
  return { order, swap: await lockSwapRow(em, ids.swap_id) }
}

/** Reads the cart id before the locks. The cart of a swap never changes. */
async function readCartId(em: EntityManager, { swap_id, order_id }: SwapIds): Promise<string> {
  const [row] = await selectSwapIds(em, swap_id)
  if (!row) throw new NotFound('Swap was not found')
  if (row.order_id === order_id) return row.cart_id as string
  throw new NotFound(`no swap was found with the id: ${swap_id} related to order: ${order_id}`)
}

/** Requires a lock on the order or the cart of the swap. */
export async function lockSwapRow(em: EntityManager, id: string): Promise<Row<Swap>> {
  return requireSwap(await lockRow(em, Swap, { id }, 'no key update'))
}

/** Requires a lock on the cart. */
export async function lockSwapOfCart(em: EntityManager, cart_id: string): Promise<Row<Swap>> {
  return requireSwap(await lockRow(em, Swap, { cart_id }, 'no key update'))
}

function requireSwap(swap: Row<Swap> | null): Row<Swap> {
  if (!swap) throw new NotFound('Swap was not found')
  return swap
}

/** @throws NotAllowed if the return of the swap is canceled, since the swap then gives no credit. */
export async function assertSwapReturnNotCanceled(em: EntityManager, swap_id: string): Promise<void> {
  if ((await selectCanceledReturn(em, swap_id)).length > 0)
    throw new NotAllowed('The return of the swap is canceled. Cancel the swap and create another one.').because({
      name: 'swap_return_canceled',
    })
}

/** Locks the swap, so that a concurrent request cannot confirm it. */
export async function assertSwapReturnCancelable(em: EntityManager, id: string): Promise<void> {
  await lockSwapRow(em, id)
  const [activity] = await selectSwapActivity(em, id)
  if (activity?.is_refunded)
    throw new NotAllowed('The return of a swap with a refund cannot be canceled').because({ name: 'part_refunded' })
  if (activity?.is_fulfilled)
    throw new NotAllowed('All fulfillments of the swap must be canceled before its return can be canceled').because({
      name: 'part_has_fulfillments',
    })
}

const selectSwapIds = query((db, id: string) =>
  db.selectFrom('swap').select(['order_id', 'cart_id']).where('id', '=', id).where('deleted_at', 'is', null),
)
const selectCanceledReturn = query((db, swap_id: string) =>
  db.selectFrom('return').select('id').where('swap_id', '=', swap_id).where('status', '=', 'canceled'),
)
const selectSwapActivity = statement<{ is_refunded: boolean; is_fulfilled: boolean }>(`
  select s.payment_status = 'difference_refunded'
      or exists (select from refund where swap_id = s.id and status <> 'failed')
      or exists (select from settled_debt where owner_id = s.id) as is_refunded,
    exists (select from fulfillment where swap_id = s.id and canceled_at is null) as is_fulfilled
  from swap s where s.id = $1`)
