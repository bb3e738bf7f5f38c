import type { ProcedureContext } from '../../context/context.ts'
import { throwIfRateLimited } from '../../pipeline/rate-limit-middleware.ts'

/**
 * Limits order lookups, because order numbers are easy to guess.
 * @throws TooManyRequests if the IP address of the caller has made too many lookups.
 */
export async function limitOrderLookups({ services, request }: ProcedureContext): Promise<void> {
  throwIfRateLimited(await services.rateLimits.countOrderLookup(request.ip))
}
