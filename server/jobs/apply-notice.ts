import { Conflict, Unavailable } from '#entities/errors.ts'
import { toDomainError } from '#entities/platform/database-errors/database-errors.ts'
import { RetryLater } from '../base/retry-later.ts'
import type { JobContext } from '../plugin/job-context.ts'

interface ReceivedNotice {
  provider_id: string
  notice: { type: string }
}

/** Retries the notice of a provider after a conflict or an outage. Logs any other refusal as `message`. */
export async function applyNotice(
  { logger }: Pick<JobContext, 'logger'>,
  { provider_id, notice, message }: ReceivedNotice & { message: string },
  apply: () => Promise<void>,
): Promise<void> {
  try {
    await apply()
  } catch (error) {
    const refusal = toDomainError(error)
    if (!refusal) throw error
    if (refusal instanceof Conflict || refusal instanceof Unavailable)
      throw new RetryLater(`${provider_id} ${notice.type}: ${refusal.message}`)
    logger.warn({ err: refusal, provider_id, notice }, message)
  }
}
