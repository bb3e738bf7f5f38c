import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import type { Cart } from '#entities/cart/cart/cart.ts'
import { lockCart } from '#entities/cart/cart/lock-cart.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { DraftOrder } from './draft-order.ts'

/** The draft and its cart, which nobody else may change until the transaction ends. */
export interface OpenDraft {
  draft: DraftOrder
  cart: Row<Cart>
}

/** @throws NotFound. NotAllowed where it became an order. */
export async function lockOpenDraft(em: EntityManager, id: string): Promise<OpenDraft> {
  const draft = await lockDraft(em, id)
  if (!draft) throw new NotFound(`Draft order with ${id} was not found`)
  if (draft.status === 'completed') throw new NotAllowed('You are only allowed to update open draft orders')
  return { draft, cart: await lockCart(em, draft.cart_id as string) }
}

/** The draft alone, locked; null where there is none. */
export const lockDraft = (em: EntityManager, id: string): Promise<DraftOrder | null> =>
  em.findOne(DraftOrder, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
