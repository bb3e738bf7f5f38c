import { shopError } from '#client/index.ts'
import { DomainError } from '#entities/errors.ts'

export interface Outcomes<Result> {
  /** The results of the accepted calls, in the order of the calls. */
  results: Result[]
  /** The number of refused calls by the message of the refusal. */
  refusals: Record<string, number>
}

/**
 * Makes `count` calls at the same time. `index` begins with 0.
 *
 * @throws The error of a call that the shop did not refuse, such as an internal error.
 * @example
 * const { results, refusals } = await race(5, () => cart.complete())
 */
export async function race<Result>(count: number, call: (index: number) => Promise<Result>): Promise<Outcomes<Result>> {
  const settled = await Promise.allSettled(Array.from({ length: count }, (_, index) => call(index)))
  const outcomes: Outcomes<Result> = { results: [], refusals: {} }
  for (const outcome of settled) {
    if (outcome.status === 'fulfilled') outcomes.results.push(outcome.value)
    else {
      const message = refusalOf(outcome.reason)
      outcomes.refusals[message] = (outcomes.refusals[message] ?? 0) + 1
    }
  }
  return outcomes
}

function refusalOf(error: unknown): string {
  if (error instanceof DomainError) return error.message
  const refusal = shopError(error)
  if (!refusal || refusal.httpStatus >= 500) throw error
  return refusal.message
}
