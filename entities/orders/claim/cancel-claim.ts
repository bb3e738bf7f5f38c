import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '#entities/errors.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { Fulfillment } from '../fulfillment/fulfillment.ts'
import { advanceReplacement } from '../fulfillment/replacement-progress.ts'
import { restockReplacement } from '../fulfillment/restock-replacement.ts'
import { Return } from '../return/return.ts'
import { ClaimItem } from './claim-item.ts'
import { type ClaimIds, lockClaim } from './lock-claim.ts'

/**
 * Cancels a claim: what it would have sent goes back into the stock. Canceled again, it stays as it is.
 * @throws NotFound. NotAllowed where it gave money back, or something of it is on its way.
 */
export async function cancelClaim(em: EntityManager, ids: ClaimIds): Promise<void> {
  const { claim } = await lockClaim(em, ids)
  if (claim.canceled_at) return
  if (claim.refund_amount) throw new NotAllowed('Claim with a refund cannot be canceled')
  const of = { claim_order_id: claim.id }
  if ((await em.count(Fulfillment, { ...of, canceled_at: null })) > 0)
    throw new NotAllowed('All fulfillments must be canceled before the claim can be canceled')
  if ((await em.count(Return, { ...of, status: { $ne: 'canceled' } })) > 0)
    throw new NotAllowed('Return must be canceled before the claim can be canceled')
  await restockReplacement(em, of)
  advanceReplacement({ kind: 'claim', sender: claim }, 'canceled')
  claim.canceled_at = new Date()
  const { id, no_notification = null } = claim
  const told = { no_notification }
  const items = await em.find(ClaimItem, of)
  await announceAll(em, [
    { name: 'claim.canceled', payload: { id, ...told } },
    ...items.map((item) => ({ name: 'claim_item.canceled', payload: { id: item.id, ...told } }) as const),
  ])
}
