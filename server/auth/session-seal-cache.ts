const MAX_SEALS = 10_000

/**
 * Caches the session ids of opened cookies, because opening a seal takes several times as long as finding its session.
 * The session itself is always read from the database.
 */
export class SessionSealCache {
  readonly #ids = new Map<string, string>()

  idIn(seal: string): string | undefined {
    return this.#ids.get(seal)
  }

  remember(seal: string, id: string): void {
    this.#ids.set(seal, id)
    const [oldest] = this.#ids.keys()
    if (this.#ids.size > MAX_SEALS && oldest !== undefined) this.#ids.delete(oldest)
  }
}
