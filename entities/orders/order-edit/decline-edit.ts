import type { EntityManager } from '@mikro-orm/postgresql'
import type { PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { releasePaymentCollection } from '../payment-collection/release-payment-collection.ts'
import { advanceEdit } from './advance-edit.ts'
import { lockEdit } from './lock-edit.ts'

export interface EditDecline {
  id: string
  /** A customer, or a user; null where nobody is logged in. */
  by: string | null
  reason?: string | null | undefined
}

/** The customer does not agree, once however often it is called. @throws NotFound. NotAllowed where they were not asked. */
export async function declineEdit(
  em: EntityManager,
  providers: PaymentProviders,
  { id, by, reason }: EditDecline,
): Promise<void> {
  const { edit } = await lockEdit(em, id)
  if (edit.status === 'declined') return
  advanceEdit(edit, 'declined', by)
  edit.declined_reason = reason ?? null
  await releasePaymentCollection(em, providers, edit)
  await announce(em, 'order-edit.declined', { id })
}
