import { ResponseTooLarge } from './answer-budget.ts'
import type { Context } from './context.ts'
import { toTrpcError } from './errors.ts'

/**
 * Refuses a call where the answer to its request is too large before the call begins, and a query whose answer makes it
 * too large. Over REST, the facade counts the bytes that it sends.
 */
export async function withinBudget<Result extends { ok: true; data: unknown } | { ok: false }>(
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
