/**
 * A time that need not work out its ISO text, which takes longer than all else of a row's JSON: it is known, or PostgreSQL
 * has written it, but for its way to say UTC and parts of a second.
 */
export class StoredTime extends Date {
  readonly #text: string

  /** `instant` is what the text says, in milliseconds, where that is known. */
  constructor(text: string, instant = Date.parse(text)) {
    super(instant)
    this.#text = text
  }

  /** Null where it is beyond what JavaScript can tell, as of any date. */
  override toJSON(): string {
    const text = this.#text
    if (text.length === ISO && text.endsWith('Z')) return text
    if (text[10] !== 'T' || !text.endsWith(UTC)) return super.toJSON()
    const fraction = text.slice(SECONDS, -UTC.length) || '.'
    return `${text.slice(0, SECONDS)}${fraction.slice(0, 4).padEnd(4, '0')}Z`
  }
}

/** Reads times one after another: most rows were changed when they were made, and a text that was just read is known. */
export function createTimeParser(): (text: string) => StoredTime {
  let last = ''
  let instant = Number.NaN
  return (text) => {
    if (text !== last) instant = Date.parse(text)
    last = text
    return new StoredTime(text, instant)
  }
}

/** What time it is, for what is written now. In one millisecond there is much of that, and its text is worked out once. */
export function createTimestamp(): Date {
  const instant = Date.now()
  if (instant !== lastTimestamp.instant) lastTimestamp = { instant, text: new Date(instant).toISOString() }
  return new StoredTime(lastTimestamp.text, instant)
}

let lastTimestamp = { instant: Number.NaN, text: '' }

const ISO = '2026-01-01T00:00:00.000Z'.length
const UTC = '+00:00'
const SECONDS = '2026-01-01T00:00:00'.length
