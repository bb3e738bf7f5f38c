import type { EntityManager } from '@mikro-orm/postgresql'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { findRow, lockRow, type Row } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { Unauthorized } from '#entities/errors.ts'
import { now } from '#entities/values/clock.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { User } from '../user/user.ts'
import { type Challenge, issueChallenge, readChallenge } from './challenge.ts'
import { Passkey } from './passkey.ts'
import type { RelyingParty } from './relying-party.ts'

const LOG_IN = 'log in'

/** Returns the options for `navigator.credentials.get()`. They name no user, because the device knows its passkeys. */
export async function passkeyRequestOptions(
  tokens: Tokens,
  party: RelyingParty,
): Promise<{ token: string; options: { challenge: string; rpId: string; userVerification: 'required' } }> {
  const { challenge, token } = await issueChallenge(tokens, LOG_IN)
  return { token, options: { challenge, rpId: party.rp_id, userVerification: 'required' } }
}

interface PasskeyLogin {
  token: string
  party: RelyingParty
  credential: Omit<AuthenticationResponseJSON, 'clientExtensionResults'>
}

/** Runs `work` while the user is locked. Accepts a response once. @throws Unauthorized for any other response. */
export async function withPasskeyUser<Result>(
  em: EntityManager,
  tokens: Tokens,
  { token, party, credential }: PasskeyLogin,
  work: (tx: EntityManager, user: Row<User>) => Promise<Result>,
): Promise<Result> {
  const challenge = await readChallenge(tokens, token, LOG_IN)
  if (!challenge) throw refusal()
  return inTransaction(em, async (tx) => {
    const named = await findRow(tx, Passkey, { credential_id: credential.id })
    // The changes of an account lock the user first, too.
    const user = named && (await lockRow(tx, User, { id: named.user_id }, 'share'))
    const passkey = user && (await lockRow(tx, Passkey, { id: named.id }))
    if (!passkey) throw refusal()
    const counter = await verifiedCounter(passkey, challenge, { party, credential })
    if (counter === null) throw refusal()
    passkey.counter = counter
    passkey.last_challenge = challenge.issued
    passkey.last_used_at = now()
    await tx.flush()
    return work(tx, user)
  })
}

/** Returns null if the passkey did not sign the challenge for this host, or has accepted a later challenge. */
async function verifiedCounter(
  { rp_id, credential_id, public_key, counter, last_challenge }: Row<Passkey>,
  { challenge, issued }: Challenge,
  { party, credential }: Pick<PasskeyLogin, 'party' | 'credential'>,
): Promise<number | null> {
  if (party.rp_id !== rp_id || issued <= last_challenge) return null
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: rp_id,
      credential: { id: credential_id, publicKey: Buffer.from(public_key, 'base64url'), counter },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // The library throws plain errors for every response that it does not accept.
    return null
  }
}

const refusal = () =>
  new Unauthorized('The passkey was not accepted. Try again, or sign in with your password and a code.').because({
    name: 'passkey_refused',
  })
