import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, lockRow, type Row } from '#database/rows.ts'
import type { Cart } from '#entities/cart/cart/cart.ts'
import { isPaymentInProgress, lockCart } from '#entities/cart/cart/lock-cart.ts'
import { Conflict, NotFound } from '#entities/errors.ts'
import { DraftOrder } from './draft-order.ts'

export interface LockedDraft {
  draft: Row<DraftOrder>
  cart: Row<Cart>
}

/** @throws Conflict while a provider processes the payment of a payment link. */
export async function lockOpenDraft(em: EntityManager, id: string): Promise<LockedDraft> {
  const locked = await maybeLockDraft(em, id)
  if (!locked) throw new NotFound(`Draft order with ${id} was not found`)
  const { draft, cart } = locked
  draft.assertOpen('You are only allowed to update open draft orders')
  if (await isPaymentInProgress(em, cart)) throw new Conflict()
  return locked
}

/** Locks the cart first, as the payment by a link does. */
export async function maybeLockDraft(em: EntityManager, id: string): Promise<LockedDraft | null> {
  const found = await findRow(em, DraftOrder, { id })
  if (!found) return null
  const cart = await lockCart(em, found.cart_id as string)
  const draft = await lockRow(em, DraftOrder, { id })
  return draft && { draft, cart }
}

/** The draft order of a locked cart. */
export async function lockDraftOfCart(em: EntityManager, cart_id: string): Promise<Row<DraftOrder>> {
  const draft = await lockRow(em, DraftOrder, { cart_id })
  if (!draft) throw new NotFound('The draft order was not found')
  draft.assertOpen('The draft order is completed')
  return draft
}
