import { createHash, randomBytes } from 'node:crypto'

/** By this a secret is known for what it is, also where it was left lying about. */
const SECRET = /^cw_[\w-]{43}$/

export const isKeySecret = (token: string): boolean => SECRET.test(token)

/** What only the holder of a key has (256 random bits), and what is kept of it. */
export function createKeySecret(): { secret: string; kept: { secret_hash: string; hint: string } } {
  const secret = `cw_${randomBytes(32).toString('base64url')}`
  return { secret, kept: { secret_hash: hashOfSecret(secret), hint: `cw_…${secret.slice(-4)}` } }
}

/**
 * A fast hash: nobody finds 256 random bits by trying, however fast they try, and every request computes it. Rows are
 * found by it; what the time of that look-up tells of a hash leads to no secret.
 */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
