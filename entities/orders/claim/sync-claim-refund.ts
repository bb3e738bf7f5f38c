import type { EntityManager } from '@mikro-orm/postgresql'
import { Refund } from '#entities/cart/payment/refund.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { allocate } from '#entities/values/money.ts'
import { ClaimItem } from './claim-item.ts'
import { ClaimOrder } from './claim-order.ts'

/**
 * A claim, whose order is locked, after one of its refunds was settled or refused by a provider over the network: it is
 * refunded once all are settled. What was refused was not given back, so without any the claim may be canceled.
 */
export async function syncClaimRefund(em: EntityManager, claim_order_id: string, refund: Refund): Promise<void> {
  const claim = await em.findOneOrFail(ClaimOrder, { id: claim_order_id })
  if (refund.status === 'failed') await revertClaimRefund(em, claim, refund.amount)
  const open = await em.count(Refund, { claim_order_id, id: { $ne: refund.id }, status: 'pending' })
  if (open > 0 || !claim.refund_amount) return
  claim.payment_status = 'refunded'
  await announce(em, 'claim.refund_processed', { id: claim.id, no_notification: claim.no_notification ?? null })
}

async function revertClaimRefund(em: EntityManager, claim: ClaimOrder, amount: number): Promise<void> {
  const left = Math.max(0, (claim.refund_amount ?? 0) - amount)
  const items = await em.find(ClaimItem, { claim_order_id: claim.id })
  const parts = allocate(
    left,
    items.map((item) => item.refund_amount),
  )
  for (const [i, item] of items.entries()) item.refund_amount = parts[i] ?? 0
  claim.refund_amount = left
}
