import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '#entities/platform/event/announce.ts'
import type { Order } from '../order/order.ts'
import type { OrderEdit } from '../order-edit/order-edit.ts'
import { PaymentCollection } from './payment-collection.ts'

export interface CollectionRequest {
  edit: OrderEdit
  order: Order
  /** Minor units, above 0. */
  amount: number
  description?: string | null | undefined
  /** Of a user. */
  by: string
}

/** Has the money for an edit, which is locked, collected. */
export async function openPaymentCollection(
  em: EntityManager,
  { edit, order, amount, description, by }: CollectionRequest,
): Promise<void> {
  const { region_id, currency_code } = order
  const due = { amount, region_id, currency_code, description: description ?? null, created_by: by }
  const { id } = em.create(PaymentCollection, due)
  edit.payment_collection_id = id
  await announce(em, 'payment-collection.created', { id })
}
