import { createHash, randomBytes } from 'node:crypto'

/** The prefix `cw_` lets secret scanners recognize leaked keys. */
const SECRET = /^cw_[\w-]{43}$/

export const isKeySecret = (token: string): boolean => SECRET.test(token)

export function createKeySecret(): { secret: string; secret_hash: string; hint: string } {
  const secret = `cw_${randomBytes(32).toString('base64url')}`
  return { secret, secret_hash: hashSecret(secret), hint: `cw_…${secret.slice(-4)}` }
}

/** A fast hash is enough, because 256 random bits cannot be guessed and every request computes the hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
