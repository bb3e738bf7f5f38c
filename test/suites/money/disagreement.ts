/** The shop and the ledger do not agree. */
export class Disagreement extends Error {
  readonly about: string

  constructor(about: string, expected: unknown, actual: unknown) {
    super(`${about}\n    expected ${show(expected)}\n    actual   ${show(actual)}`)
    this.about = about
  }
}

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** @throws Disagreement if `actual` differs from the expected value. */
export function expectEqual(about: string, expected: unknown, actual: unknown): void {
  if (JSON.stringify(expected) !== JSON.stringify(actual)) throw new Disagreement(about, expected, actual)
}
