import type { EntityManager } from '@mikro-orm/postgresql'
import { Cart } from '#entities/cart/cart/cart.ts'
import { NotAllowed } from '#entities/errors.ts'
import { DraftOrder } from './draft-order.ts'
import { lockDraft } from './lock-draft-order.ts'

/** The draft is gone, and its cart with it; one that is not there is no fault. @throws NotAllowed where it became an order. */
export async function deleteDraftOrder(em: EntityManager, id: string): Promise<void> {
  const draft = await lockDraft(em, id)
  if (!draft) return
  if (draft.status === 'completed') throw new NotAllowed('A completed draft order cannot be deleted')
  await em.nativeDelete(DraftOrder, { id })
  await em.nativeUpdate(Cart, { id: draft.cart_id }, { deleted_at: new Date() })
}
