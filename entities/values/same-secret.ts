import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time, so that the duration does not reveal the secret. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

const digest = (secret: string) => createHash('sha256').update(secret).digest()
