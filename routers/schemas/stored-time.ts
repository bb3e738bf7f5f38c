/** A time that need not work out its ISO text: PostgreSQL has written it, but for its way to say UTC. */
export class StoredTime extends Date {
  readonly #iso: string | undefined

  constructor(text: string) {
    super(text)
    if (WITH_MILLISECONDS.test(text)) this.#iso = `${text.slice(0, 23)}Z`
  }

  override toJSON(): string {
    return this.#iso ?? this.toISOString()
  }
}

const WITH_MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/
