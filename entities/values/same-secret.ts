import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two secrets are the same; the time it takes tells nothing of either. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

const digest = (secret: string) => createHash('sha256').update(secret).digest()
