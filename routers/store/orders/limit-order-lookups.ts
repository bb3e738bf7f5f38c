import type { ProcedureContext } from '../../context.ts'
import { throwIfRateLimited } from '../../rate-limit-middleware.ts'

/** Numbers of orders are easily guessed: nobody may try many of them. @throws TooManyRequests */
export async function limitOrderLookups({ limits, request, answer }: ProcedureContext): Promise<void> {
  throwIfRateLimited(answer, await limits.countOrderLookUp(request.ip))
}
