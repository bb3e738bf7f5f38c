/** Unique texts, which a test plants and searches. */
export class Canaries {
  readonly planted: string[] = []
  readonly #prefix: string

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** Returns a new text of lower-case letters and digits. */
  text = (): string => {
    const text = `${this.#prefix}${this.planted.length}x`
    this.planted.push(text)
    return text
  }

  email = (): string => `${this.text()}@example.com`

  metadata = (size = 5): Record<string, unknown> =>
    Object.fromEntries(
      Array.from({ length: size }, (_, i) => [`key${i}`, i === 0 ? { nested: [this.text()] } : this.text()]),
    )

  address = (country_code: string) => ({
    ...Object.fromEntries(
      ['company', 'first_name', 'last_name', 'address_1', 'address_2', 'city', 'postal_code', 'phone'].map((name) => [
        name,
        this.text(),
      ]),
    ),
    country_code,
    metadata: this.metadata(2),
  })

  foundIn(text: string): string[] {
    return this.planted.filter((canary) => text.includes(canary))
  }
}
