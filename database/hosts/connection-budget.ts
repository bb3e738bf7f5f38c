import type { Pool } from 'pg'

/** No connection became free in time. The code is that of a server with too many connections. */
class NoConnectionLeft extends Error {
  readonly code = '53300'
}

interface Waiter {
  pool: Pool
  accept(): void
}

/** Limits the open connections of several pools together. The pool with the fewest connections gets the next one. */
export class ConnectionBudget {
  readonly #max: number
  readonly #openOf = new Map<Pool, number>()
  readonly #waiting = new Set<Waiter>()
  #open = 0
  /** Connections that are being closed for waiting pools. */
  #closing = 0

  constructor(max: number) {
    this.#max = max
  }

  get open(): number {
    return this.#open
  }

  /**
   * Waits for the right to open one connection, and closes an idle connection of another pool. Returns a function to
   * call when the connection has ended.
   * @throws NoConnectionLeft after `milliseconds`.
   */
  async take(pool: Pool, milliseconds: number): Promise<() => void> {
    if (this.#open < this.#max && this.#waiting.size === 0) this.#count(pool, 1)
    else await this.#wait(pool, milliseconds)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      this.#closing = Math.max(0, this.#closing - 1)
      this.#count(pool, -1)
      this.#serve()
    }
  }

  /** Whether the pool must close a connection that its user has released, because another pool waits that has fewer or needs it more. */
  mustClose(pool: Pool): boolean {
    if (this.#closing >= this.#waiting.size || !this.#isRicher(pool)) return false
    this.#closing += 1
    return true
  }

  #isRicher(pool: Pool): boolean {
    if (pool.waitingCount === 0) return true
    const own = this.#openIn(pool)
    return Array.from(this.#waiting).some(({ pool: other }) => {
      const open = this.#openIn(other)
      return other !== pool && (open === 0 || open + 1 < own)
    })
  }

  #wait(pool: Pool, milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiter)
        reject(new NoConnectionLeft('All database connections of the process are in use'))
      }, milliseconds)
      const waiter: Waiter = {
        pool,
        accept: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      this.#waiting.add(waiter)
      this.#closeIdle()
    })
  }

  #serve(): void {
    if (this.#open >= this.#max || this.#waiting.size === 0) return
    const poorest = Array.from(this.#waiting).reduce((best, one) =>
      this.#openIn(one.pool) < this.#openIn(best.pool) ? one : best,
    )
    this.#waiting.delete(poorest)
    this.#count(poorest.pool, 1)
    poorest.accept()
  }

  #closeIdle(): void {
    const richest = Array.from(this.#openOf.keys())
      .filter(({ idleCount }) => idleCount > 0)
      .toSorted((one, other) => this.#openIn(other) - this.#openIn(one))[0]
    richest?.connect().then(
      (client) => {
        this.#closing += 1
        client.release(true)
      },
      () => {},
    )
  }

  #count(pool: Pool, change: 1 | -1): void {
    this.#open += change
    const count = this.#openIn(pool) + change
    if (count > 0) this.#openOf.set(pool, count)
    else this.#openOf.delete(pool)
  }

  #openIn(pool: Pool): number {
    return this.#openOf.get(pool) ?? 0
  }
}
