import { processPaymentNotice } from '#entities/checkout/process-payment-notice.ts'
import type { Task } from '../plugin/job-context.ts'
import { applyNotice } from './apply-notice.ts'

export const processPaymentNoticeTask: Task<'process_payment_notice'> = (context, received) =>
  applyNotice(context, { ...received, message: 'A paid cart was refused, and its payment is canceled' }, () =>
    processPaymentNotice(context.orm.em.fork(), context.providers.payment, received),
  )
