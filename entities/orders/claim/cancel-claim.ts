import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, type Row } from '#database/rows.ts'
import { NotAllowed } from '#entities/errors.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { Step } from '#entities/platform/step/step.ts'
import { Fulfillment } from '../fulfillment/fulfillment.ts'
import { readSettledDebt } from '../payment/settle-debt.ts'
import { Return } from '../return/return.ts'
import { orderStock } from '../stock/order-stock.ts'
import { ClaimItem } from './claim-item.ts'
import type { ClaimOrder } from './claim-order.ts'
import { type ClaimIds, type LockedClaim, lockClaim } from './lock-claim.ts'

export const cancelClaimStep = new Step<LockedClaim>({
  moment: 'An administrator cancels a claim.',
  context: { order: '', claim: '' },
  fields: ['order', 'line_item'],
})

export async function cancelClaim(em: EntityManager, ids: ClaimIds): Promise<void> {
  const lockedClaim = await lockClaim(em, ids)
  const { claim } = lockedClaim
  if (claim.canceled_at) return
  await assertCancelable(em, claim)
  await cancelClaimStep.assertAllowed(em, lockedClaim)
  const stock = await orderStock(em)
  await stock.release(em, claim.owner())
  claim.cancel()
  const { id, no_notification = null } = claim
  const items = await findRows(em, ClaimItem, claim.owner())
  await announceAll(em, [
    { name: 'claim.canceled', payload: { id, no_notification } },
    ...items.map((item) => ({ name: 'claim_item.canceled', payload: { id: item.id, no_notification } }) as const),
  ])
  cancelClaimStep.addEffects(em, lockedClaim)
}

async function assertCancelable(em: EntityManager, claim: Row<ClaimOrder>): Promise<void> {
  if (claim.refund_amount || (await readSettledDebt(em, claim.id)) > 0)
    throw new NotAllowed('Claim with a refund cannot be canceled').because({ name: 'part_refunded' })
  if ((await em.count(Fulfillment, { ...claim.owner(), canceled_at: null })) > 0)
    throw new NotAllowed('All fulfillments must be canceled before the claim can be canceled').because({
      name: 'part_has_fulfillments',
    })
  if ((await em.count(Return, { ...claim.owner(), status: { $ne: 'canceled' } })) > 0)
    throw new NotAllowed('Return must be canceled before the claim can be canceled').because({
      name: 'part_has_return',
    })
}
