import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData, NotAllowed } from '../errors.ts'
import { announceAll } from '../event/announce.ts'
import { paymentsOf } from '../payment/payments-of.ts'
import type { RefundReason } from '../payment/refund.ts'
import { refundPayments } from '../payment/refund-payments.ts'
import type { PaymentProviders } from '../payment/sync-payment-sessions.ts'
import { advanceOrder } from './advance-order.ts'
import { lockOpenOrder } from './lock-order.ts'
import { paymentStatusOf } from './transitions.ts'

export interface WantedRefund {
  id: string
  /** Minor units. */
  amount: number
  reason: RefundReason
  note?: string | null | undefined
  no_notification?: boolean | null | undefined
}

/**
 * Gives some of the money of an order back.
 * @throws NotFound. InvalidData for no amount. NotAllowed where the order is canceled, or less than that was paid and not
 * given back yet.
 */
export async function refundOrder(
  em: EntityManager,
  providers: PaymentProviders,
  { id, amount, reason, note, no_notification }: WantedRefund,
): Promise<void> {
  const order = await lockOpenOrder(em, id, 'A canceled order cannot be refunded')
  if (amount < 1) throw new InvalidData('amount must not be less than 1')
  const payments = await paymentsOf(em, id)
  const paid = payments.reduce((sum, payment) => sum + payment.amount - payment.amount_refunded, 0)
  if (amount > paid) throw new NotAllowed('Cannot refund more than the original order amount')
  const refunds = await refundPayments(em, providers, { order, amount, reason, note })
  advanceOrder(order, { payment_status: paymentStatusOf(payments) })
  await em.flush()
  const silence = no_notification ?? order.no_notification ?? null
  await announceAll(
    em,
    refunds.map(({ id: refund_id }) => ({
      name: 'order.refund_created' as const,
      payload: { id, refund_id, no_notification: silence },
    })),
  )
}
