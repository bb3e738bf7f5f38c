import { createHash, randomBytes } from 'node:crypto'

/** Without letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const COUNT = 10
const LENGTH = 16

/** Returns codes of 80 random bits, such as `4h7k-m2pq-x9tz-0bcd`. */
export const createRecoveryCodes = (): string[] => Array.from({ length: COUNT }, createCode)

function createCode(): string {
  const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** A fast hash is enough for 80 random bits. Ignores case, blanks and hyphens. */
export function hashRecoveryCode(code: string): string {
  const letters = code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
  return createHash('sha256').update(letters).digest('hex')
}
