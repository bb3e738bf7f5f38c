import type { EntityManager } from '@mikro-orm/postgresql'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { SYSTEM_PROVIDER_ID } from '#entities/cart/payment/system-payment.ts'
import { lockPayableCollection } from './lock-payment-collection.ts'
import { recordCollectionPayments } from './record-collection-payments.ts'

/** Records a system payment for the amount due. Repeated calls have no effect. */
export async function markCollectionAuthorized(
  em: EntityManager,
  providers: PaymentProviders,
  id: string,
): Promise<void> {
  const lockedCollection = await lockPayableCollection(em, providers, id)
  const { due: amount } = lockedCollection
  if (amount > 0)
    await recordCollectionPayments(em, providers, {
      ...lockedCollection,
      payments: [{ provider_id: SYSTEM_PROVIDER_ID, amount, data: {} }],
    })
}
