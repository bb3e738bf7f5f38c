import type { ProcedureContext } from '../../context.ts'
import { refuseIfTooOften } from '../../limits.ts'

/** Numbers of orders are easily guessed: nobody may try many of them. @throws TooManyRequests */
export async function limitLookUps({ limits, request, answer }: ProcedureContext): Promise<void> {
  refuseIfTooOften(answer, await limits.countOrderLookUp(request.ip))
}
