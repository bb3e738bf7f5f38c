import type { EntityManager } from '@mikro-orm/postgresql'
import { getRow, type Row } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { callRemoteProvider } from '#entities/cart/payment/call-remote-provider.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import { findRemoteProvider } from '#entities/cart/payment/request-payment.ts'
import { DomainError } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { Step } from '#entities/platform/step/step.ts'
import { syncClaimRefund } from '../claim/sync-claim-refund.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { syncSwapRefund } from '../swap/sync-swap-payment.ts'
import { syncPayment } from './sync-payment.ts'

export interface FailedRefund {
  order: Row<Order>
  refund: Row<Refund>
}

export const failRefundStep = new Step<FailedRefund>({
  moment: 'The provider of a payment refuses a refund after the commit. The money stays with the shop.',
  context: { order: '', refund: '' },
  fields: ['order', 'line_item'],
  onlyEffects: true,
})

/** Opens its own transaction. @throws Conflict if the provider does not respond. The refund then stays pending. */
export async function settleRefund(em: EntityManager, providers: PaymentProviders, id: string): Promise<void> {
  const refund = await em.fork().findOne(Refund, { id })
  if (refund?.status !== 'pending') return
  const payment = await em.fork().findOneOrFail(Payment, { id: refund.payment_id as string })
  const { provider, remote } = findRemoteProvider(providers, payment)
  const response = await callRemoteProvider(remote, (signal) =>
    provider.refund(payment.data, refund.amount, { key: refund.id, signal }),
  )
  await inTransaction(em, (inner) => recordRefundResponse(inner, refund, response instanceof DomainError))
}

async function recordRefundResponse(
  em: EntityManager,
  { id, order_id }: Row<Refund>,
  isRefused: boolean,
): Promise<void> {
  const order = await lockOrder(em, order_id as string)
  const refund = await getRow(em, Refund, { id })
  if (refund.status !== 'pending') return
  refund.status = isRefused ? 'failed' : 'settled'
  if (refund.claim_order_id) await syncClaimRefund(em, refund.claim_order_id, refund)
  const isRecordedBySwap = refund.swap_id ? await syncSwapRefund(em, refund.swap_id, refund) : false
  if (!isRefused) return
  const payment = await getRow(em, Payment, { id: refund.payment_id as string })
  payment.amount_refunded -= refund.amount
  const { no_notification = null } = order
  const payload = { id: payment.id, refund_id: refund.id, order_id: order.id, no_notification }
  await announce(em, 'payment.payment_refund_failed', payload)
  failRefundStep.addEffects(em, { order, refund })
  await syncPayment(em, order)
  if (isRecordedBySwap) return
  order.requirePaymentAction()
  await announce(em, 'order.refund_failed', { id: order.id, no_notification })
}
