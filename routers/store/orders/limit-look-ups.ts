import { TooManyRequests } from '#entities/errors.ts'
import type { ProcedureContext } from '../../context.ts'

/** Numbers of orders are easily guessed: nobody may try many of them. @throws TooManyRequests */
export async function limitLookUps({ limits, request, answer }: ProcedureContext): Promise<void> {
  const seconds = await limits.countOrderLookUp(request.ip)
  if (seconds === 0) return
  answer.headers['Retry-After'] = String(seconds)
  throw new TooManyRequests()
}
