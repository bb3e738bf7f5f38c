import { shopError } from '#client/index.ts'

/** Returns the procedure that the role of the user lacks, if this is the reason of the error. */
export function missingRightOf(error: unknown): string | undefined {
  const reason = shopError(error)?.reason
  return reason?.name === 'not_in_role' ? reason.scope : undefined
}
