import { Conflict } from '#entities/errors.ts'

/**
 * The work needs an answer of a provider. The caller ends the transaction, calls `request`, and runs the work again.
 * An endless change of the question ends in a conflict.
 */
export class ProviderAnswerNeeded extends Conflict {
  readonly request: () => Promise<unknown>

  constructor(request: () => Promise<unknown>) {
    super()
    this.request = request
  }
}

/** Work that needs more attempts fails with a conflict. */
const MAX_ATTEMPTS = 8

/** Repeats `work` after each request for a missing answer. `work` must change nothing if an answer is missing. */
export async function retryUntilAnswered<Result>(
  work: () => Promise<Result>,
  missingAnswerOf: (result: Result) => ProviderAnswerNeeded | undefined,
): Promise<Result> {
  for (let attempts = 1; ; attempts++) {
    const result = await work()
    const missingAnswer = missingAnswerOf(result)
    if (!missingAnswer || attempts === MAX_ATTEMPTS) return result
    await missingAnswer.request()
  }
}

/** `work` must change nothing if it throws. */
export async function retryWithAnswers<Result>(work: () => Promise<Result>): Promise<Result> {
  const settle = async () => (await Promise.allSettled([work()]))[0]
  const outcome = await retryUntilAnswered(settle, (settled) =>
    settled.status === 'rejected' && settled.reason instanceof ProviderAnswerNeeded ? settled.reason : undefined,
  )
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
