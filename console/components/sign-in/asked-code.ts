import { shopError } from '#client/index.ts'

/** `person_code` is the code of the account of all shops, and `code` that of the account that signs in. */
export type AskedCode = 'code' | 'person_code'

/** Returns the code that is missing or wrong. */
export function askedCodeOf(error: unknown): AskedCode | undefined {
  const name = shopError(error)?.fields[0]?.path
  return name === 'code' || name === 'person_code' ? name : undefined
}

/** Whether the code was not sent yet. */
export const isCodeMissing = (error: unknown): boolean =>
  ['second_factor_required', 'person_code_required'].includes(shopError(error)?.reason?.name ?? '')
