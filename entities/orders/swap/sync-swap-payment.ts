import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, type Row } from '#database/rows.ts'
import type { Payment } from '#entities/cart/payment/payment.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import { readSettledDebt } from '../payment/settle-debt.ts'
import { lockSwapRow } from './lock-swap.ts'
import type { Swap } from './swap.ts'

export async function syncSwapCapture(em: EntityManager, payment: Row<Payment>): Promise<void> {
  const swap = await lockSwapRow(em, payment.swap_id as string)
  if (swap.canceled_at) return
  const isCaptured = payment.captured_at != null && !payment.isShort()
  swap.advancePayment(isCaptured ? 'captured' : 'requires_action')
  await announce(em, isCaptured ? 'swap.payment_captured' : 'swap.payment_capture_failed', eventPayload(swap))
}

/** Records a refund on its swap. Returns false for a canceled swap; then the caller records the refund on the order. */
export async function syncSwapRefund(em: EntityManager, swap_id: string, refund: Row<Refund>): Promise<boolean> {
  const swap = await lockSwapRow(em, swap_id)
  if (swap.canceled_at) return false
  if (refund.status === 'failed') {
    swap.advancePayment('requires_action')
    await announce(em, 'swap.process_refund_failed', eventPayload(swap))
  } else if (await isFullyRefunded(em, swap, refund)) {
    swap.advancePayment('difference_refunded')
    await announce(em, 'swap.refund_processed', eventPayload(swap))
  }
  return true
}

async function isFullyRefunded(em: EntityManager, swap: Row<Swap>, { id, amount }: Row<Refund>): Promise<boolean> {
  const settledRefunds = await findRows(em, Refund, { swap_id: swap.id, status: 'settled' })
  const settledDebt = await readSettledDebt(em, swap.id)
  return (
    sumOfAmounts(settledRefunds.filter((refund) => refund.id !== id)) + amount + settledDebt >=
    0 - (swap.difference_due ?? 0)
  )
}

const eventPayload = ({ id, no_notification = null }: Row<Swap>) => ({ id, no_notification })
