import type { ProcedureContext } from '../../context.ts'
import { throwIfRateLimited } from '../../rate-limit-middleware.ts'

/** Order numbers are easy to guess. @throws TooManyRequests */
export async function limitOrderLookups({
  rateLimits: limits,
  request,
  response: answer,
}: ProcedureContext): Promise<void> {
  throwIfRateLimited(answer, await limits.countOrderLookup(request.ip))
}
