import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, getRow, type Row } from '#database/rows.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { ClaimItem } from './claim-item.ts'
import { ClaimOrder } from './claim-order.ts'

/** Updates a claim of a locked order after a provider settled or refused one of its refunds. */
export async function syncClaimRefund(em: EntityManager, claim_order_id: string, refund: Row<Refund>): Promise<void> {
  const claim = await getRow(em, ClaimOrder, { id: claim_order_id })
  if (refund.status === 'failed') claim.reduceRefund(refund.amount, await findRows(em, ClaimItem, { claim_order_id }))
  const pending = await em.count(Refund, { claim_order_id, id: { $ne: refund.id }, status: 'pending' })
  if (pending > 0 || !claim.refund_amount) return
  claim.payment_status = 'refunded'
  await announce(em, 'claim.refund_processed', { id: claim.id, no_notification: claim.no_notification ?? null })
}
