import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import { announce } from '#entities/platform/event/announce.ts'
import type { LockedEdit } from '../order-edit/lock-edit.ts'
import { PaymentCollection } from './payment-collection.ts'

export interface NewPaymentCollection extends LockedEdit {
  amount: number
  description?: string | null | undefined
  by: string
}

export async function createPaymentCollection(
  em: EntityManager,
  { edit, order, amount, description, by }: NewPaymentCollection,
): Promise<void> {
  const { region_id, currency_code } = order
  const { id } = insertRow(em, PaymentCollection, {
    amount,
    region_id,
    currency_code,
    description: description ?? null,
    created_by: by,
  })
  edit.payment_collection_id = id
  await announce(em, 'payment-collection.created', { id })
}
