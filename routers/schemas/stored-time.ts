/** A time that need not work out its ISO text: PostgreSQL has written it, but for its way to say UTC and parts of a second. */
export class StoredTime extends Date {
  readonly #text: string

  constructor(text: string) {
    super(text)
    this.#text = text
  }

  override toJSON(): string {
    const text = this.#text
    if (text[10] !== 'T' || !text.endsWith(UTC)) return this.toISOString()
    const fraction = text.slice(SECONDS, -UTC.length) || '.'
    return `${text.slice(0, SECONDS)}${fraction.slice(0, 4).padEnd(4, '0')}Z`
  }
}

const UTC = '+00:00'
const SECONDS = '2026-01-01T00:00:00'.length
