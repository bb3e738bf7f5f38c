import type { EntityManager } from '@mikro-orm/postgresql'
import { declined, isDeclined } from '#entities/cart/payment/authorize-payment.ts'
import type { PaymentPage, PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { findDebtCollection } from '#entities/orders/payment-collection/collect-debt.ts'
import { findCollectionSessions } from '#entities/orders/payment-collection/lock-payment-collection.ts'
import { NotAllowed } from '../errors.ts'
import { authorizeSessions } from './authorize-sessions.ts'

interface AgreedPayment {
  order_id: string
  /** The amount due that the customer saw, in minor units. */
  agreed: number
  page: PaymentPage | undefined
}

/**
 * Pays what the customer of an order owes with the chosen provider. Call it outside of a transaction. A repeated call pays once.
 * @throws NotAllowed if no provider is chosen, or if the amount has changed. InvalidData if the provider declines. Conflict if it does
 * not answer; call it again.
 */
export async function payDebt(
  em: EntityManager,
  providers: PaymentProviders,
  { order_id, agreed, page }: AgreedPayment,
): Promise<void> {
  const collection = await findDebtCollection(em.fork(), order_id)
  const session = collection && (await findLastSession(em, collection.id))
  if (!session) throw new NotAllowed('Choose a payment provider first')
  await authorizeSessions(em, providers, { id: collection.id, session_ids: [session.id], agreed, page })
  const paid = await findLastSession(em, collection.id)
  if (paid && isDeclined(paid)) throw declined()
}

const findLastSession = async (em: EntityManager, id: string) => (await findCollectionSessions(em.fork(), id)).at(-1)
