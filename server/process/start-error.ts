import { DomainError } from '#entities/errors.ts'

/** A reason not to start that the person at the terminal can mend: shown as its one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Ends the process after a failure: one line for a refusal, everything for what nobody expected. */
export function exitWithError(error: unknown): never {
  const isRefusal = error instanceof StartError || error instanceof DomainError
  console.error(isRefusal ? `Cartwright: ${error.message}` : error)
  process.exit(1)
}
