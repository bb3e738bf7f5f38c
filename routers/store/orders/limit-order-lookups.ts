import type { ProcedureContext } from '../../context.ts'
import { throwIfRateLimited } from '../../rate-limit-middleware.ts'

/**
 * Limits order lookups, because order numbers are easy to guess.
 * @throws TooManyRequests if the IP address of the caller has made too many lookups.
 */
export async function limitOrderLookups({
  rateLimits: limits,
  request,
  response: answer,
}: ProcedureContext): Promise<void> {
  throwIfRateLimited(answer, await limits.countOrderLookup(request.ip))
}
