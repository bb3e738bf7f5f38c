import { type DomainError, TooManyRequests } from '#entities/errors.ts'

export interface Waiter {
  proceed(): void
  /** Ends the wait in favor of another client. */
  displace(): void
}

interface WaitingLimits {
  maxWaiting: number
  share?: number
  refuse: () => DomainError
}

/** The waiting requests of a queue, by client. Clients take turns. */
export class WaitingClients {
  /** In the order of the turns. A client has at least one waiter. */
  readonly #waiters = new Map<string, Set<Waiter>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(client: string, waiter: Waiter): void {
    const own = this.#waiters.get(client) ?? new Set()
    this.#waiters.set(client, own.add(waiter))
    this.#size++
  }

  remove(client: string, waiter: Waiter): void {
    const own = this.#waiters.get(client)
    if (!own?.delete(waiter)) return
    this.#size--
    if (own.size === 0) this.#waiters.delete(client)
  }

  /** Returns the oldest waiter of the client with the fewest `running` requests, and ends the turn of the client. */
  next(running: ReadonlyMap<string, number>): { client: string; waiter: Waiter } | undefined {
    let client: string | undefined
    for (const candidate of this.#waiters.keys()) {
      if (client === undefined || (running.get(candidate) ?? 0) < (running.get(client) ?? 0)) client = candidate
    }
    if (client === undefined) return undefined
    const own = this.#waiters.get(client)!
    this.#waiters.delete(client)
    this.#waiters.set(client, own)
    const [waiter] = own
    return { client, waiter: waiter! }
  }

  /**
   * Makes room for a request of `client`. A client that is alone may take all places. Otherwise each client keeps at most
   * its share, and the newest waiters beyond it are displaced.
   * @throws TooManyRequests if the client has used up its share. DomainError from `refuse` if all places are taken.
   */
  makeRoom(client: string, { maxWaiting, share = Infinity, refuse }: WaitingLimits): void {
    const own = this.#waiters.get(client)?.size ?? 0
    const isAlone = own === this.#size
    if (!isAlone && own >= share) throw new TooManyRequests()
    if (!isAlone) for (const waiters of [...this.#waiters.values()]) displaceNewest(waiters, waiters.size - share)
    if (this.#size < maxWaiting) return
    const largest = [...this.#waiters.values()].reduce((a, b) => (b.size > a.size ? b : a), new Set<Waiter>())
    if (largest.size <= own + 1) throw refuse()
    displaceNewest(largest, 1)
  }
}

function displaceNewest(waiters: ReadonlySet<Waiter>, count: number): void {
  if (count > 0) for (const waiter of [...waiters].slice(-count)) waiter.displace()
}
