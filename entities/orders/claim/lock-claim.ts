import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import type { OwnedReplacement } from '../fulfillment/replacement-fulfillments.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { ClaimOrder } from './claim-order.ts'

export interface ClaimIds {
  order_id: string
  claim_id: string
}

export interface LockedClaim {
  claim: ClaimOrder
  order: Order
}

/**
 * A claim of an order, to be changed: both are kept from others until the end of the transaction.
 * @throws NotFound for an unknown claim, and for one of another order.
 */
export async function lockClaim(em: EntityManager, { order_id, claim_id }: ClaimIds): Promise<LockedClaim> {
  const [found] = await orderOfClaim(em, claim_id)
  if (!found) throw new NotFound(`Claim with ${claim_id} was not found`)
  if (found.order_id !== order_id) {
    throw new NotFound(`no claim was found with the id: ${claim_id} related to order: ${order_id}`)
  }
  const order = await lockOrder(em, order_id)
  return { order, claim: await em.findOneOrFail(ClaimOrder, claim_id) }
}

/** What sends the pieces of a claim. */
export const buildClaimReplacement = ({ claim, order }: LockedClaim): OwnedReplacement => ({
  kind: 'claim',
  sender: claim,
  owner: { claim_order_id: claim.id },
  order,
})

const orderOfClaim = statement<{ order_id: string }>(
  'select order_id from claim_order where id = $1 and deleted_at is null',
)
