import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FileKey } from '#entities/platform/file/file-key.ts'

/** Creates and verifies signed links. A link lets any caller read one file for a limited time. */
export class FileLinks {
  readonly #key: Buffer
  readonly #now: () => number

  constructor(secret: string, now: () => number = Date.now) {
    this.#key = createHmac('sha256', secret).update('links to files').digest()
    this.#now = now
  }

  sign(key: FileKey, seconds: number): string {
    const expires = `${Math.floor(this.#now() / 1000) + seconds}`
    return `expires=${expires}&signature=${this.#signature(key, expires).toString('base64url')}`
  }

  opens(key: FileKey, query: URLSearchParams): boolean {
    const expires = query.get('expires') ?? ''
    const signature = Buffer.from(query.get('signature') ?? '', 'base64url')
    const expected = this.#signature(key, expires)
    const isOurs = signature.length === expected.length && timingSafeEqual(signature, expected)
    return isOurs && Number(expires) * 1000 > this.#now()
  }

  #signature(key: FileKey, expires: string): Buffer {
    return createHmac('sha256', this.#key).update(`GET\n${key}\n${expires}`).digest()
  }
}
