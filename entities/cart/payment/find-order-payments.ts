import type { EntityManager } from '@mikro-orm/postgresql'
import { Payment } from './payment.ts'

/** The payments of an order, the first ones first. Whoever changes them has locked the order. */
export const findOrderPayments = (em: EntityManager, order_id: string): Promise<Payment[]> =>
  em.find(Payment, { order_id }, { orderBy: { created_at: 'asc', id: 'asc' } })
