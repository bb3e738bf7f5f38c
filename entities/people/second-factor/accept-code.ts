import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { stepOfCode } from './app-codes.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { SecondFactor } from './second-factor.ts'

/** Binds an encrypted secret to its user. */
export const appSecretOf = (userId: string): string => `authenticator app of ${userId}`

/**
 * Accepts a code of the authenticator app or a recovery code once. Counts a wrong code, so commit the transaction also for
 * `false`.
 * @throws TooManyRequests after ten wrong codes in an hour.
 */
export async function acceptCode(em: EntityManager, tokens: Tokens, userId: string, code: string): Promise<boolean> {
  const factor = await lockRow(em, SecondFactor, { user_id: userId })
  if (!factor) return false
  factor.assertCanTry()
  const isAccepted = (await acceptAppCode(tokens, factor, code)) || acceptRecoveryCode(factor, code)
  if (isAccepted) factor.recordSuccess()
  else factor.recordFailure()
  await em.flush()
  return isAccepted
}

async function acceptAppCode(tokens: Tokens, factor: Row<SecondFactor>, code: string): Promise<boolean> {
  const digits = code.replace(/\s/g, '')
  if (!factor.app_secret || !/^\d{6}$/.test(digits)) return false
  const secret = await tokens.unseal(factor.app_secret, appSecretOf(factor.user_id))
  const step = secret === null ? null : await stepOfCode(secret, digits)
  if (step === null || step <= factor.app_step) return false
  factor.app_step = step
  return true
}

function acceptRecoveryCode(factor: Row<SecondFactor>, code: string): boolean {
  const hash = hashRecoveryCode(code)
  if (!factor.recovery_hashes.includes(hash)) return false
  factor.recovery_hashes = factor.recovery_hashes.filter((other) => other !== hash)
  return true
}
