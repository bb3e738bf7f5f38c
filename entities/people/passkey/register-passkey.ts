import type { EntityManager } from '@mikro-orm/postgresql'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { findRow, findRows } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import type { Tokens } from '../credentials/tokens.ts'
import type { User } from '../user/user.ts'
import { issueChallenge, readChallenge } from './challenge.ts'
import { Passkey } from './passkey.ts'
import type { RelyingParty } from './relying-party.ts'

const bondOf = (userId: string) => `new passkey of ${userId}`

/** Ed25519, P-256 and RSA, which cover all devices. */
const ALGORITHMS = [-8, -7, -257]

const PUBLIC_KEY = 'public-key' as const

/** Returns the options for `navigator.credentials.create()`. */
export async function passkeyCreationOptions(
  em: EntityManager,
  tokens: Tokens,
  { user, party, shopName }: { user: Pick<User, 'id' | 'email'>; party: RelyingParty; shopName: string },
) {
  const { challenge, token } = await issueChallenge(tokens, bondOf(user.id))
  const known = await findRows(em, Passkey, { user_id: user.id, rp_id: party.rp_id })
  return {
    token,
    options: {
      challenge,
      rp: { id: party.rp_id, name: shopName },
      user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.email },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: PUBLIC_KEY, alg })),
      excludeCredentials: known.map(({ credential_id: id }) => ({ type: PUBLIC_KEY, id })),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
      attestation: 'none' as const,
    },
  }
}

type SentCredential = Omit<RegistrationResponseJSON, 'clientExtensionResults'>

interface NewCredential {
  userId: string
  party: RelyingParty
  token: string
  credential: SentCredential
}

/** Returns the columns of the new passkey. @throws InvalidData if the response does not belong to the challenge and the host. */
export async function verifyNewPasskey(
  em: EntityManager,
  tokens: Tokens,
  { userId, party, token, credential }: NewCredential,
): Promise<Pick<Passkey, 'rp_id' | 'credential_id' | 'public_key' | 'counter'>> {
  const issued = await readChallenge(tokens, token, bondOf(userId))
  const created = issued && (await createdCredential(issued.challenge, party, credential))
  if (!created)
    throw new InvalidData('The passkey could not be verified. Start again.').because({ name: 'passkey_refused' })
  const { id, publicKey, counter } = created
  if (await findRow(em, Passkey, { credential_id: id }))
    throw new InvalidData('This passkey is already set up.').because({ name: 'passkey_exists' })
  const public_key = Buffer.from(publicKey).toString('base64url')
  return { rp_id: party.rp_id, credential_id: id, public_key, counter }
}

async function createdCredential(expectedChallenge: string, party: RelyingParty, credential: SentCredential) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.rp_id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return registrationInfo?.credential ?? null
  } catch {
    // The library throws plain errors for every response that it does not accept.
    return null
  }
}
