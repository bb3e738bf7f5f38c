import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, insertRow, type Row } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { appSecretOf } from './accept-code.ts'
import { createAppSecret, stepOfCode } from './app-codes.ts'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import { SecondFactor } from './second-factor.ts'

/* The authenticator app of an account: a user of a shop, or a person of a deployment with many shops. */

export interface OfferedApp {
  /** Confirms the secret within 15 minutes. */
  token: string
  /** In base 32, to type it. */
  secret: string
  /** To show it as a QR code. */
  uri: string
}

export interface NewApp {
  /** Of the offer. */
  token: string
  /** Proves that the app has the secret. */
  code: string
}

/** Returns a new secret for the authenticator app of an account. */
export async function offerApp(
  tokens: Tokens,
  { id, issuer, label }: { id: string; issuer: string; label: string },
): Promise<OfferedApp> {
  const app = await createAppSecret({ issuer, label })
  const terms = { domain: 'authenticator_app', lifetime: '15m', bond: id } as const
  return { ...app, token: await tokens.sign({ secret: app.secret }, terms) }
}

/** Replaces the present app of a locked account. @throws InvalidData for an old offer or a wrong code. */
export async function setApp(
  em: EntityManager,
  tokens: Tokens,
  id: string,
  { token, code }: NewApp,
): Promise<Row<SecondFactor>> {
  const claims = await tokens.read(token, 'authenticator_app', async () => id)
  if (!claims)
    throw new InvalidData('The setup has expired. Start again.').about('token').because({ name: 'token_invalid' })
  const secret = String(claims.secret)
  const step = await stepOfCode(secret, code.replace(/\s/g, ''))
  if (step === null)
    throw new InvalidData('The code does not match. Enter the code that the app shows now.')
      .about('code')
      .because({ name: 'second_factor_wrong' })
  const factor = await factorOf(em, id)
  factor.app_secret = await tokens.seal(secret, appSecretOf(id))
  factor.app_step = step
  return factor
}

/** The second factor of a locked account. Adds an empty one if there is none. */
export async function factorOf(em: EntityManager, id: string): Promise<Row<SecondFactor>> {
  const known = await findRow(em, SecondFactor, { user_id: id })
  if (known) return known
  insertRow(em, SecondFactor, { user_id: id })
  await em.flush()
  return factorOf(em, id)
}

/** Replaces the recovery codes. */
export function issueCodes(factor: Row<SecondFactor>): string[] {
  const codes = createRecoveryCodes()
  factor.recovery_hashes = codes.map(hashRecoveryCode)
  return codes
}
