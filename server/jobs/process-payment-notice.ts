import { processPaymentNotice } from '#entities/checkout/process-payment-notice.ts'
import { Conflict, Unavailable } from '#entities/errors.ts'
import { toDomainError } from '#entities/platform/database-errors/database-errors.ts'
import type { Task } from './job-context.ts'
import { RetryLater } from './retry-later.ts'

export const processPaymentNoticeTask: Task<'process_payment_notice'> = async (
  { orm, providers, logger },
  received,
) => {
  try {
    await processPaymentNotice(orm.em.fork(), providers.payment, received)
  } catch (error) {
    const refusal = toDomainError(error)
    if (!refusal) throw error
    const { provider_id, notice } = received
    if (refusal instanceof Conflict || refusal instanceof Unavailable)
      throw new RetryLater(`${notice.type} ${notice.cart_id}: ${refusal.message}`)
    logger.warn({ err: refusal, provider_id, notice }, 'A paid cart was refused, and its payment is canceled')
  }
}
