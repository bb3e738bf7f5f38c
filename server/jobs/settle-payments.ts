import { captureCollected } from '#entities/orders/order/capture-collected.ts'
import { settleCancellation } from '#entities/orders/payment/cancel-payments.ts'
import { settleCapture } from '#entities/orders/payment/settle-capture.ts'
import { settleRefund } from '#entities/orders/payment/settle-refund.ts'
import type { Task } from '../plugin/job-context.ts'

export const settleCaptureTask: Task<'settle_capture'> = async ({ orm, providers }, { id }) => {
  await settleCapture(orm.em.fork(), providers.payment, id)
}

export const captureCollectedTask: Task<'capture_collected'> = ({ orm, providers }, { id }) =>
  captureCollected(orm.em.fork(), providers.payment, id)

export const settleRefundTask: Task<'settle_refund'> = ({ orm, providers }, { id }) =>
  settleRefund(orm.em.fork(), providers.payment, id)

export const settleCancellationTask: Task<'settle_cancellation'> = ({ orm, providers }, { id }) =>
  settleCancellation(orm.em.fork(), providers.payment, id)
