import type { EntityManager } from '@mikro-orm/postgresql'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentNotice, PaymentProvider, PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { toDomainError } from '#entities/platform/database-errors/database-errors.ts'
import { isIdentifiedBy, ownerOf, processPaymentNotice } from './process-payment-notice.ts'

export interface LostPayment {
  provider_id: string
  notice: PaymentNotice
  /**
   * `restored`: the order is placed, or the payment collection is paid. `refused`: the cart is not sold, and its payment is
   * refunded, or a later call can succeed. `lost`: no cart of the shop has this payment.
   */
  status: 'restored' | 'refused' | 'lost' | 'refunded'
  reason?: string
}

export interface LostPaymentSearch {
  since: Date
  /** Values of the data of lost payments, such as the id of a Stripe intent. These payments are refunded. */
  refunds?: readonly string[]
}

/**
 * Compares the payments that customers made since then at the providers with those of the shop, as after a failover to a
 * database without the last transactions. Yields the payments that the shop did not have.
 */
export async function* findLostPayments(
  em: EntityManager,
  providers: PaymentProviders,
  { since, refunds = [] }: LostPaymentSearch,
): AsyncGenerator<LostPayment> {
  for (const provider of providers.values()) {
    for await (const notice of provider.paymentsSince?.(since) ?? []) {
      if (await hasPayment(em, notice)) continue
      const received = { provider_id: provider.id, notice }
      const reason = await restore(em, providers, received)
      if (await hasPayment(em, notice)) yield { ...received, status: 'restored' }
      else if (reason) yield { ...received, status: 'refused', reason }
      else yield { ...received, status: await maybeRefund(provider, notice, refunds) }
    }
  }
}

/** Returns the reason if the cart was refused. */
async function restore(
  em: EntityManager,
  providers: PaymentProviders,
  received: Pick<LostPayment, 'provider_id' | 'notice'>,
): Promise<string | undefined> {
  try {
    await processPaymentNotice(em, providers, received)
    return undefined
  } catch (error) {
    const refusal = toDomainError(error)
    if (!refusal) throw error
    return refusal.message
  }
}

async function maybeRefund(
  provider: PaymentProvider,
  { data }: PaymentNotice,
  refunds: readonly string[],
): Promise<LostPayment['status']> {
  if (!Object.values(data).some((value) => refunds.includes(String(value)))) return 'lost'
  await provider.cancel(data)
  return 'refunded'
}

async function hasPayment(em: EntityManager, notice: PaymentNotice): Promise<boolean> {
  const payments = await em.fork().find(Payment, ownerOf(notice))
  return payments.some(isIdentifiedBy(notice))
}
