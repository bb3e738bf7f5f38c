import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row } from '#database/rows.ts'
import { parseInitiationResponse } from '#entities/cart/payment/parse-provider-response.ts'
import type { PaymentContext, PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { findPaymentProvider } from '#entities/cart/payment/sync-payment-sessions.ts'
import { CollectionSession } from './collection-session.ts'
import type { LockedPaymentCollection } from './lock-payment-collection.ts'

interface NewSession {
  lockedCollection: LockedPaymentCollection
  provider_id: string
  amount: number
}

export async function initiateSession(
  em: EntityManager,
  providers: PaymentProviders,
  { lockedCollection, provider_id, amount }: NewSession,
): Promise<Row<CollectionSession>> {
  const provider = findPaymentProvider(providers, { provider_id })
  const response = await provider.initiate(buildCollectionPayment(lockedCollection, amount))
  const { data, status } = parseInitiationResponse(response)
  const { id } = lockedCollection.collection
  return insertRow(em, CollectionSession, { payment_collection_id: id, provider_id, amount, data, status })
}

interface SessionUpdate {
  lockedCollection: LockedPaymentCollection
  session: Row<CollectionSession>
  amount: number
}

export async function updateSessionAmount(
  providers: PaymentProviders,
  { lockedCollection, session, amount }: SessionUpdate,
): Promise<void> {
  if (session.amount === amount) return
  const payment = buildCollectionPayment(lockedCollection, amount)
  const response = await findPaymentProvider(providers, session).update(session.data, payment)
  Object.assign(session, { data: parseInitiationResponse(response).data, amount })
}

export const buildCollectionPayment = (
  { collection, order }: LockedPaymentCollection,
  amount: number,
): PaymentContext => ({
  cart_id: collection.id,
  email: order.email,
  amount,
  currency_code: collection.currency_code,
})
