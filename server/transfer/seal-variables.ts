import { JOSEError } from 'jose/errors'
import { compactDecrypt } from 'jose/jwe/compact/decrypt'
import { CompactEncrypt } from 'jose/jwe/compact/encrypt'
import { z } from 'zod'
import { StartError } from '#server/base/start-error.ts'

type Variables = Record<string, string>

/** Rounds of PBKDF2, as OWASP recommends for SHA-512 and more. */
const ROUNDS = 300_000
const SHORTEST_PASSPHRASE = 12

/** Encrypts with a passphrase. @throws StartError if the passphrase is too short. */
export function sealVariables(
  variables: Readonly<Record<string, string | undefined>>,
  passphrase: string,
): Promise<string> {
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new StartError(`The passphrase has less than ${SHORTEST_PASSPHRASE} characters`)
  return new CompactEncrypt(Buffer.from(JSON.stringify(variables)))
    .setProtectedHeader({ alg: 'PBES2-HS512+A256KW', enc: 'A256GCM' })
    .setKeyManagementParameters({ p2c: ROUNDS })
    .encrypt(Buffer.from(passphrase))
}

/** @throws StartError for a wrong passphrase. */
async function unsealVariables(sealed: string, passphrase: string): Promise<Variables> {
  try {
    const { plaintext } = await compactDecrypt(sealed, Buffer.from(passphrase), {
      keyManagementAlgorithms: ['PBES2-HS512+A256KW'],
      maxPBES2Count: ROUNDS,
    })
    return z.record(z.string(), z.string()).parse(JSON.parse(Buffer.from(plaintext).toString()))
  } catch (error) {
    if (error instanceof JOSEError)
      throw new StartError('The passphrase is not that of the file').because({ name: 'passphrase_wrong' })
    throw error
  }
}

/** Returns the variables of a file, or none without a passphrase. @throws StartError if the file has none for a passphrase. */
export async function variablesIn(sealed: string | null, passphrase: string | undefined): Promise<Variables> {
  if (passphrase === undefined) return {}
  if (sealed === null)
    throw new StartError('The file has no variables. Import it without a passphrase: --without-variables').because({
      name: 'file_without_variables',
    })
  return unsealVariables(sealed, passphrase)
}
