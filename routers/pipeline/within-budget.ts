import type { Context, ProcedureResult } from '../context/context.ts'
import { ResponseTooLarge } from '../context/response-budget.ts'
import { toTrpcError } from '../errors/errors.ts'

/**
 * Rejects a call if earlier calls of the request have used the budget, and a query if its response exceeds it. For
 * REST, the HTTP layer counts the bytes instead.
 */
export async function withinBudget<Result extends ProcedureResult>(
  { ctx, type }: { ctx: Context; type: string },
  call: () => Promise<Result>,
): Promise<Result> {
  const { budget } = ctx.response
  try {
    budget.assertWithinBounds()
    const result = await call()
    const isCounted = result.ok && type !== 'subscription' && !ctx.request.readInput
    if (isCounted) budget.addBytes(Buffer.byteLength(JSON.stringify(result.data) ?? ''))
    if (isCounted && type === 'query') budget.assertWithinBounds()
    return result
  } catch (error) {
    throw error instanceof ResponseTooLarge ? toTrpcError(error) : error
  }
}
