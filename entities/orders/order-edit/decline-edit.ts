import type { EntityManager } from '@mikro-orm/postgresql'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { cancelPaymentCollection } from '../payment-collection/cancel-payment-collection.ts'
import { lockEdit } from './lock-edit.ts'

export interface EditDecline {
  id: string
  by: string | null
  reason?: string | null | undefined
}

export async function declineEdit(
  em: EntityManager,
  providers: PaymentProviders,
  { id, by, reason }: EditDecline,
): Promise<void> {
  const { edit } = await lockEdit(em, id)
  if (edit.status === 'declined') return
  edit.decline(by, reason ?? null)
  await cancelPaymentCollection(em, providers, edit)
  await announce(em, 'order-edit.declined', { id })
}
