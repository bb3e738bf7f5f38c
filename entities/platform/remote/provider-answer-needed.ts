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
export const MAX_ATTEMPTS = 8

/** `work` must change nothing if it throws. */
export async function retryWithAnswers<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ProviderAnswerNeeded) || attempts === MAX_ATTEMPTS) throw error
      await error.request()
    }
  }
}
