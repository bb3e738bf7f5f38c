import type { EntityManager } from '@mikro-orm/postgresql'
import { getRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { ClaimOrder } from './claim-order.ts'

export interface ClaimIds {
  order_id: string
  claim_id: string
}

export interface LockedClaim {
  claim: Row<ClaimOrder>
  order: Row<Order>
}

export async function lockClaim(em: EntityManager, { order_id, claim_id }: ClaimIds): Promise<LockedClaim> {
  const [row] = await selectOrderId(em, claim_id)
  if (!row) throw new NotFound(`Claim with ${claim_id} was not found`)
  if (row.order_id !== order_id)
    throw new NotFound(`no claim was found with the id: ${claim_id} related to order: ${order_id}`)
  const order = await lockOrder(em, order_id)
  return { order, claim: await getRow(em, ClaimOrder, { id: claim_id }) }
}

const selectOrderId = query((db, id: string) =>
  db.selectFrom('claim_order').select('order_id').where('id', '=', id).where('deleted_at', 'is', null),
)
