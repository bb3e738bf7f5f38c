import type { EntityManager } from '@mikro-orm/postgresql'
import { inTransaction } from '#database/transaction.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import type { PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { NotAllowed } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import { capturePayment } from '../order/capture-order.ts'
import { refundPayments } from '../payment/refund-payments.ts'
import { type LockedSwap, lockSwap, refuseWithoutReturn, type SwapIds } from './lock-swap.ts'
import { advancePayment } from './statuses.ts'

/**
 * Settles what is due of a swap, once however often it is called: what its customer owes is captured, what the shop owes is
 * given back over the payments of the order, whose payment status stays as it is. Where a provider over the network has to
 * be asked it is settled when that has answered. Called on an entity manager without a transaction.
 * @throws NotFound. NotAllowed for a swap that is canceled or not confirmed, and where more would be given back than was
 * captured and is left. As `captureOrder`.
 */
export async function processSwap(em: EntityManager, providers: PaymentProviders, ids: SwapIds): Promise<void> {
  const payment_id = await inTransaction(em, (inner) => begin(inner, providers, ids))
  if (payment_id) await capturePayment(em, providers, payment_id)
}

/** Gives back what is to be given back; answers the payment that is to be captured, if there is one. */
async function begin(em: EntityManager, providers: PaymentProviders, ids: SwapIds): Promise<string | undefined> {
  const locked = await lockSwap(em, ids)
  const { swap } = locked
  if (swap.canceled_at) throw new NotAllowed('Canceled swap cannot be processed')
  if (!swap.confirmed_at) throw new NotAllowed("Cannot process a swap that hasn't been confirmed by the customer")
  if (SETTLED.includes(swap.payment_status)) return undefined
  await refuseWithoutReturn(em, swap.id)
  if ((swap.difference_due ?? 0) > 0) return (await em.findOneOrFail(Payment, { swap_id: swap.id })).id
  await giveBack(em, providers, locked)
  return undefined
}

const SETTLED: readonly string[] = ['captured', 'difference_refunded']

async function giveBack(em: EntityManager, providers: PaymentProviders, { swap, order }: LockedSwap): Promise<void> {
  const { id, no_notification = null } = swap
  const given = await em.find(Refund, { swap_id: id, status: { $ne: 'failed' } })
  const amount = 0 - (swap.difference_due ?? 0) - sumOfAmounts(given)
  const repayment = { order_id: order.id, no_notification, amount, reason: 'swap' } as const
  const refunds = amount > 0 ? await refundPayments(em, providers, repayment) : []
  for (const refund of refunds) refund.swap_id = id
  if ([...given, ...refunds].some(({ status }) => status === 'pending')) return
  advancePayment(swap, 'difference_refunded')
  await announce(em, 'swap.refund_processed', { id, no_notification })
}
