import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import type { Cart } from '#entities/cart/cart/cart.ts'
import { lockCart } from '#entities/cart/cart/lock-cart.ts'
import { NotFound } from '#entities/errors.ts'
import { DraftOrder } from './draft-order.ts'

export interface LockedDraft {
  draft: Row<DraftOrder>
  cart: Row<Cart>
}

export async function lockOpenDraft(em: EntityManager, id: string): Promise<LockedDraft> {
  const draft = await maybeLockDraft(em, id)
  if (!draft) throw new NotFound(`Draft order with ${id} was not found`)
  draft.assertOpen('You are only allowed to update open draft orders')
  return { draft, cart: await lockCart(em, draft.cart_id as string) }
}

export const maybeLockDraft = (em: EntityManager, id: string): Promise<Row<DraftOrder> | null> =>
  lockRow(em, DraftOrder, { id })
