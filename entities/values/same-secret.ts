import { createHash, timingSafeEqual } from 'node:crypto'

/** Takes constant time, so that it reveals nothing about the secrets. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

const digest = (secret: string) => createHash('sha256').update(secret).digest()
