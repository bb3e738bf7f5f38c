import type { EntityManager } from '@mikro-orm/postgresql'
import type { Payment } from '#entities/cart/payment/payment.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import { swapForUpdate } from './lock-swap.ts'
import { advancePayment } from './statuses.ts'
import type { Swap } from './swap.ts'

/* What becomes of a swap, whose order is locked, with its money. One that was canceled meanwhile stays so. */

/** After the payment of its difference was captured, or could not be. */
export async function syncSwapCapture(em: EntityManager, { swap_id, captured_at }: Payment): Promise<void> {
  const swap = await swapForUpdate(em, swap_id as string)
  if (swap.canceled_at) return
  advancePayment(swap, captured_at ? 'captured' : 'requires_action')
  await announce(em, captured_at ? 'swap.payment_captured' : 'swap.payment_capture_failed', subject(swap))
}

/**
 * After one of its refunds was settled or refused by a provider over the network: all of them have to be settled. Answers
 * whether the swap tells of that; of one that was canceled only the order can.
 */
export async function syncSwapRefund(em: EntityManager, swap_id: string, refund: Refund): Promise<boolean> {
  const swap = await swapForUpdate(em, swap_id)
  if (swap.canceled_at) return false
  if (refund.status === 'failed') {
    advancePayment(swap, 'requires_action')
    await announce(em, 'swap.process_refund_failed', subject(swap))
  } else if (await isFullyRefunded(em, swap, refund)) {
    advancePayment(swap, 'difference_refunded')
    await announce(em, 'swap.refund_processed', subject(swap))
  }
  return true
}

async function isFullyRefunded(em: EntityManager, swap: Swap, { id, amount }: Refund): Promise<boolean> {
  const others = await em.find(Refund, { swap_id: swap.id, status: 'settled', id: { $ne: id } })
  return sumOfAmounts(others) + amount >= 0 - (swap.difference_due ?? 0)
}

const subject = ({ id, no_notification = null }: Swap) => ({ id, no_notification })
