import { LRUCache } from 'lru-cache'
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** With `max`, a cache would allocate the places of all keys at once: 1.3 MB for each shop. */
const BOUND = { maxSize: 10_000, sizeCalculation: () => 1 }

/** Reports usage in blocks, so that most requests need no statement. A process exceeds the limit by at most one block. */
export class UsageLimit {
  readonly #limiter: RateLimiterPostgres
  readonly #block: number
  readonly #unreported: LRUCache<string, number>
  readonly #blockedUntil: LRUCache<string, number>

  constructor(limiter: RateLimiterPostgres) {
    this.#limiter = limiter
    this.#block = Math.max(1, Math.floor(limiter.points / 20))
    const ttl = limiter.duration * 1000
    this.#unreported = new LRUCache({ ...BOUND, ttl })
    this.#blockedUntil = new LRUCache({ ...BOUND, ttl })
  }

  /** The seconds until `key` may use more, or 0. */
  secondsToWait(key: string): number {
    return Math.max(0, Math.ceil(((this.#blockedUntil.get(key) ?? 0) - Date.now()) / 1000))
  }

  async add(key: string, amount: number): Promise<void> {
    const usage = (this.#unreported.get(key) ?? 0) + amount
    if (usage < this.#block) {
      this.#unreported.set(key, usage)
      return
    }
    this.#unreported.delete(key)
    try {
      const { remainingPoints, msBeforeNext } = await this.#limiter.consume(key, usage)
      if (remainingPoints <= 0) this.#blockedUntil.set(key, Date.now() + msBeforeNext)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      this.#blockedUntil.set(key, Date.now() + error.msBeforeNext)
    }
  }
}
