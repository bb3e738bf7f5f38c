import type { EntityManager } from '@mikro-orm/postgresql'
import { isRefusal } from '#entities/cart/payment/call-remote-provider.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { isPromise } from '../payment/read-amount-to-pay.ts'
import { capturePayment } from './capture-order.ts'

/**
 * Captures the payments that a customer made for the debt of an order. If a provider refuses, the payment stays authorized and the order
 * requires an action. Call it outside of a transaction. @throws Conflict if a provider does not respond.
 */
export async function captureCollected(
  em: EntityManager,
  providers: PaymentProviders,
  payment_collection_id: string,
): Promise<void> {
  const open = {
    payment_collection: { id: payment_collection_id, type: 'order' },
    captured_at: null,
    canceled_at: null,
  } as const
  for (const payment of await em.fork().find(Payment, open)) {
    if (isPromise(providers, payment)) continue
    try {
      await capturePayment(em, providers, payment.id)
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }
}
