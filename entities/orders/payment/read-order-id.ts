import type { EntityManager } from '@mikro-orm/postgresql'
import { Payment } from '#entities/cart/payment/payment.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'

/** The order of a payment never changes, so it can be read before the lock. */
export async function readOrderIdOfPayment(em: EntityManager, id: string): Promise<string> {
  const payment = await em.findOne(Payment, { id }, { disableIdentityMap: true })
  if (!payment) throw new NotFound(`Payment with id ${id} was not found`)
  if (!payment.order_id) throw new NotAllowed(`Payment ${id} does not belong to an order yet`)
  return payment.order_id
}
