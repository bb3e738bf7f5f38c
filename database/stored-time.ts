/** A time that keeps the text of PostgreSQL. To serialize it again would cost more than the rest of the row. */
export class StoredTime extends Date {
  readonly #text: string

  constructor(text: string, instant = Date.parse(text)) {
    super(instant)
    this.#text = text
  }

  override toJSON(): string {
    const text = this.#text
    if (text.length === ISO && text.endsWith('Z')) return text
    if (text[10] !== 'T' || !text.endsWith(UTC)) return super.toJSON()
    const fraction = text.slice(SECONDS, -UTC.length) || '.'
    return `${text.slice(0, SECONDS)}${fraction.slice(0, 4).padEnd(4, '0')}Z`
  }
}

/** Returns a parser that reuses its last result: `created_at` and `updated_at` of a row are often equal. */
export function createTimeParser(): (text: string) => StoredTime {
  let last = ''
  let instant = Number.NaN
  return (text) => {
    if (text !== last) instant = Date.parse(text)
    last = text
    return new StoredTime(text, instant)
  }
}

const ISO = '2026-01-01T00:00:00.000Z'.length
const UTC = '+00:00'
const SECONDS = '2026-01-01T00:00:00'.length
