import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, getRow } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import { capturePayment } from '../order/capture-order.ts'
import { refundPayments } from '../payment/refund-payments.ts'
import { readDebt, readSettledDebt, settleDebt } from '../payment/settle-debt.ts'
import { syncPayment, syncPaymentAfterChange } from '../payment/sync-payment.ts'
import { assertSwapReturnNotCanceled, type LockedSwap, lockSwap, type SwapIds } from './lock-swap.ts'

/** Captures a positive difference, or refunds a negative one. Opens its own transactions. */
export async function processSwap(em: EntityManager, providers: PaymentProviders, ids: SwapIds): Promise<void> {
  const payment_id = await inTransaction(em, (inner) => refundOrFindPayment(inner, providers, ids))
  if (payment_id) await capturePayment(em, providers, payment_id)
}

/** Refunds a negative difference. Returns the id of the payment to capture if the difference is positive. */
async function refundOrFindPayment(
  em: EntityManager,
  providers: PaymentProviders,
  ids: SwapIds,
): Promise<string | undefined> {
  const lockedSwap = await lockSwap(em, ids)
  const { swap } = lockedSwap
  swap.assertProcessable()
  if (swap.isPaymentSettled()) return undefined
  await assertSwapReturnNotCanceled(em, swap.id)
  if (!swap.difference_due) return undefined
  if (swap.difference_due > 0) return (await getRow(em, Payment, { swap_id: swap.id })).id
  await refundDifference(em, providers, lockedSwap)
  return undefined
}

async function refundDifference(
  em: EntityManager,
  providers: PaymentProviders,
  { swap, order }: LockedSwap,
): Promise<void> {
  const { id, no_notification = null } = swap
  const refundsOfSwap = await findRows(em, Refund, { swap_id: id })
  const earlierRefunds = refundsOfSwap.filter(({ status }) => status !== 'failed')
  const owed = 0 - (swap.difference_due ?? 0) - sumOfAmounts(earlierRefunds)
  const amount = owed - (await settleDebtFirst(em, { swap, order }, owed))
  const repayment = { order, no_notification, amount, reason: 'swap' } as const
  const refunds = amount > 0 ? await refundPayments(em, providers, repayment) : []
  for (const refund of refunds) refund.swap_id = id
  if (refunds.length > 0) await syncPayment(em, order)
  else await syncPaymentAfterChange(em, order)
  const allRefunds = [...earlierRefunds, ...refunds]
  if (allRefunds.length === 0) return swap.advancePayment('confirmed')
  if (allRefunds.some(({ status }) => status === 'pending')) return
  swap.advancePayment('difference_refunded')
  await announce(em, 'swap.refund_processed', { id, no_notification })
}

/** Returns the part of the credit that settles what the customer owes, in minor units. */
async function settleDebtFirst(em: EntityManager, { swap, order }: LockedSwap, owed: number): Promise<number> {
  const earlier = await readSettledDebt(em, swap.id)
  if (earlier > 0) return earlier
  const amount = Math.min(owed, await readDebt(em, order))
  await settleDebt(em, order, { owner_id: swap.id, amount })
  return amount
}
