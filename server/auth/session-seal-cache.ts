const MAX_SEALS = 10_000

/** Opening a seal takes longer than finding its session. The session row itself is never cached. */
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
