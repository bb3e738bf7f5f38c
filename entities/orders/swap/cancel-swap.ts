import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, type Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { Conflict, NotAllowed } from '#entities/errors.ts'
import { Step } from '#entities/platform/step/step.ts'
import { cancelPayments } from '../payment/cancel-payments.ts'
import { refundPayments } from '../payment/refund-payments.ts'
import { syncPayment } from '../payment/sync-payment.ts'
import { orderStock } from '../stock/order-stock.ts'
import { type LockedSwap, lockSwapWithCart, type SwapIds } from './lock-swap.ts'
import type { Swap } from './swap.ts'

export const cancelSwapStep = new Step<LockedSwap>({
  moment: 'An administrator cancels a swap.',
  context: { order: '', swap: '' },
  fields: ['order', 'line_item'],
})

/** @throws Conflict while a provider processes the payment of the swap. */
export async function cancelSwap(em: EntityManager, providers: PaymentProviders, ids: SwapIds): Promise<void> {
  const lockedSwap = await lockSwapWithCart(em, ids)
  const { swap } = lockedSwap
  if (swap.canceled_at) return
  await assertSwapCancelable(em, swap)
  await cancelSwapStep.assertAllowed(em, lockedSwap)
  await returnPayment(em, providers, lockedSwap)
  const stock = await orderStock(em)
  if (swap.confirmed_at) await stock.release(em, swap.owner())
  swap.cancel()
  cancelSwapStep.addEffects(em, lockedSwap)
}

/** The order of the checks decides which error a client gets. Medusa v1 has the same order. */
async function assertSwapCancelable(em: EntityManager, { id, payment_status }: Row<Swap>): Promise<void> {
  const [activity] = await selectSwapActivity(em, id)
  if (activity?.refunds || payment_status === 'difference_refunded')
    throw new NotAllowed('Swap with a refund cannot be canceled').because({ name: 'part_refunded' })
  if (activity?.fulfillments)
    throw new NotAllowed('All fulfillments must be canceled before the swap can be canceled').because({
      name: 'part_has_fulfillments',
    })
  if (activity?.returns)
    throw new NotAllowed('Return must be canceled before the swap can be canceled').because({ name: 'part_has_return' })
}

async function returnPayment(
  em: EntityManager,
  providers: PaymentProviders,
  { swap, order }: LockedSwap,
): Promise<void> {
  const payment = await findRow(em, Payment, { swap_id: swap.id })
  if (!payment) return
  if (payment.capture_asked_at) throw new Conflict()
  if (payment.isOpen()) await cancelPayments(em, providers, [payment])
  const { no_notification } = swap
  const amount = payment.balance()
  const repayment = { order, no_notification, payments: [payment], amount, reason: 'swap' } as const
  const refunds = await refundPayments(em, providers, repayment)
  for (const refund of refunds) refund.swap_id = swap.id
  if (refunds.length > 0) await syncPayment(em, order)
}

const selectSwapActivity = statement<Record<'refunds' | 'fulfillments' | 'returns', boolean>>(`
  select
    exists (select from refund where swap_id = $1 and status <> 'failed')
      or exists (select from settled_debt where owner_id = $1) as refunds,
    exists (select from fulfillment where swap_id = $1 and canceled_at is null) as fulfillments,
    exists (select from return where swap_id = $1 and status <> 'canceled') as returns`)
