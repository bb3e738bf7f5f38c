const MAX_SEALS = 10_000

/**
 * What the seals of cookies were found to hold: to open one takes several times as long as to find the session that it
 * names. What a seal holds never changes; whether its session has ended is asked of the database each time.
 */
export class SessionSealCache {
  readonly #ids = new Map<string, string>()

  idIn(seal: string): string | undefined {
    return this.#ids.get(seal)
  }

  /** Of a seal that was opened; the one that has been known for longest is forgotten for it where there are many. */
  remember(seal: string, id: string): void {
    this.#ids.set(seal, id)
    const [oldest] = this.#ids.keys()
    if (this.#ids.size > MAX_SEALS && oldest !== undefined) this.#ids.delete(oldest)
  }
}
