import { DomainError } from '#entities/errors.ts'
import type { RefusalReason } from '#entities/refusal-reasons.ts'

/** An error whose cause the operator can fix. The process prints the message without a stack. */
export class StartError extends Error {
  override name = 'StartError'
  /** The reason that the console of operators can translate. */
  reason: RefusalReason | undefined

  because(reason: RefusalReason): this {
    this.reason = reason
    return this
  }
}

export function exitWithError(error: unknown): never {
  const isRefusal = error instanceof StartError || error instanceof DomainError
  console.error(isRefusal ? `Cartwright: ${error.message}` : error)
  process.exit(1)
}
