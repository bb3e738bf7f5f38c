import type { EntityManager } from '@mikro-orm/postgresql'
import type { PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import type { Order } from '../order/order.ts'
import { refundPayments } from '../payment/refund-payments.ts'
import type { ClaimOrder } from './claim-order.ts'

/**
 * Gives back what a claim refunds, which may be nothing; where a provider over the network has to be asked, the claim is
 * refunded when it has answered. The payment status of the order stays as it is.
 * @throws NotAllowed where that is more than was captured and not given back yet.
 */
export async function refundClaim(
  em: EntityManager,
  providers: PaymentProviders,
  { claim, order }: { claim: ClaimOrder; order: Order },
): Promise<void> {
  const amount = claim.refund_amount ?? 0
  const { no_notification } = claim
  const repayment = { order_id: order.id, no_notification, amount, reason: 'claim' } as const
  const refunds = amount > 0 ? await refundPayments(em, providers, repayment) : []
  for (const refund of refunds) refund.claim_order_id = claim.id
  if (refunds.every(({ status }) => status === 'settled')) claim.payment_status = 'refunded'
}
