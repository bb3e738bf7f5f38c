/** A time that need not work out its ISO text: PostgreSQL has written it, but for its way to say UTC. */
export class StoredTime extends Date {
  readonly #text: string

  constructor(text: string) {
    super(text)
    this.#text = text
  }

  override toJSON(): string {
    const text = this.#text
    const hasMilliseconds = text[10] === 'T' && text[19] === '.' && text.length >= WITH_MILLISECONDS
    return hasMilliseconds && text.endsWith('+00:00') ? `${text.slice(0, 23)}Z` : this.toISOString()
  }
}

/** PostgreSQL leaves zeros at the end of a second away, and writes more of it where it knows more. */
const WITH_MILLISECONDS = '2026-01-01T00:00:00.123+00:00'.length
