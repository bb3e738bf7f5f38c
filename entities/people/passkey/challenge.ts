import { randomBytes } from 'node:crypto'
import { now } from '#entities/values/clock.ts'
import type { Tokens } from '../credentials/tokens.ts'

export interface Challenge {
  challenge: string
  /** In milliseconds. A passkey accepts only a later challenge than its last one. */
  issued: number
}

/** A signed challenge needs no row, so strangers cannot fill a table. `bond` is the use of the challenge. */
export async function issueChallenge(tokens: Tokens, bond: string): Promise<{ challenge: string; token: string }> {
  const challenge = randomBytes(32).toString('base64url')
  const claims = { challenge, issued: now().getTime() }
  return { challenge, token: await tokens.sign(claims, { domain: 'passkey', lifetime: '5m', bond }) }
}

export async function readChallenge(tokens: Tokens, token: string, bond: string): Promise<Challenge | null> {
  const claims = await tokens.read(token, 'passkey', async () => bond)
  return claims && { challenge: String(claims.challenge), issued: Number(claims.issued) }
}
