import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { Cart } from '#entities/cart/cart/cart.ts'
import { isPaymentInProgress } from '#entities/cart/cart/lock-cart.ts'
import { Conflict } from '#entities/errors.ts'
import { archiveRow } from '#entities/platform/archive/archive-row.ts'
import { Step } from '#entities/platform/step/step.ts'
import { now } from '#entities/values/clock.ts'
import { DraftOrder } from './draft-order.ts'
import { maybeLockDraft } from './lock-draft-order.ts'

export const deleteDraftOrderStep = new Step<{ draft: Row<DraftOrder> }>({
  moment: 'An administrator deletes an open draft order.',
  context: { draft: '' },
})

/** Also soft-deletes the cart. Does nothing if the draft order does not exist. */
export async function deleteDraftOrder(em: EntityManager, id: string): Promise<void> {
  const locked = await maybeLockDraft(em, id)
  if (!locked) return
  const { draft, cart } = locked
  draft.assertOpen('A completed draft order cannot be deleted')
  if (await isPaymentInProgress(em, cart)) throw new Conflict()
  await deleteDraftOrderStep.assertAllowed(em, { draft })
  await archiveRow(em, 'draft_order', id)
  await em.nativeDelete(DraftOrder, { id })
  await em.nativeUpdate(Cart, { id: draft.cart_id }, { deleted_at: now() })
  deleteDraftOrderStep.addEffects(em, { draft })
}
