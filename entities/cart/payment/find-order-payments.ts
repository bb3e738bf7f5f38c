import type { EntityManager } from '@mikro-orm/postgresql'
import { Payment } from './payment.ts'

/** The oldest payment comes first. Lock the order before you change its payments. */
export const findOrderPayments = (em: EntityManager, order_id: string): Promise<Payment[]> =>
  em.find(Payment, { order_id }, { orderBy: { created_at: 'asc', id: 'asc' } })
