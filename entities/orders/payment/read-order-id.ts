import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { query } from '#entities/query.ts'

/** The order of a payment never changes, so it can be read before the lock. */
export async function readOrderIdOfPayment(em: EntityManager, id: string): Promise<string> {
  const [payment] = await selectPayment(em, id)
  if (!payment) throw new NotFound(`Payment with id ${id} was not found`)
  if (!payment.order_id)
    throw new NotAllowed(`Payment ${id} does not belong to an order yet`).because({ name: 'payment_without_order' })
  return payment.order_id
}

const selectPayment = query((db, id: string) => db.selectFrom('payment').select('order_id').where('id', '=', id))

/** Returns the order of the payment or of its edit. A payment for an edit has no `order_id` until the confirmation. */
export async function maybeReadOrderId(em: EntityManager, payment_id: string): Promise<string | undefined> {
  const [row] = await selectOrderId(em, payment_id)
  return row?.order_id
}

const selectOrderId = statement<{ order_id: string }>(`
  select coalesce(p.order_id, e.order_id) as order_id
  from payment p left join order_edit e on e.payment_collection_id = p.payment_collection_id
  where p.id = $1 and coalesce(p.order_id, e.order_id) is not null`)
