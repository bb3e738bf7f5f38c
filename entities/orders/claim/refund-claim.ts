import type { EntityManager } from '@mikro-orm/postgresql'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { refundPayments } from '../payment/refund-payments.ts'
import { syncPayment } from '../payment/sync-payment.ts'
import type { LockedClaim } from './lock-claim.ts'

/** A job marks the claim as refunded when the providers have settled all refunds. Without a refund it becomes `na`. */
export async function refundClaim(
  em: EntityManager,
  providers: PaymentProviders,
  { claim, order }: LockedClaim,
): Promise<void> {
  const amount = claim.refund_amount ?? 0
  const { no_notification } = claim
  if (amount === 0) {
    claim.payment_status = 'na'
    return
  }
  const repayment = { order, no_notification, amount, reason: 'claim' } as const
  const refunds = await refundPayments(em, providers, repayment)
  for (const refund of refunds) refund.claim_order_id = claim.id
  await syncPayment(em, order)
  if (refunds.every(({ status }) => status === 'settled')) claim.payment_status = 'refunded'
}
