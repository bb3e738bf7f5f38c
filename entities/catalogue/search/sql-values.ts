/** Collects the values of a statement while its text is written. */
export class SqlValues {
  readonly list: unknown[] = []

  /** Returns the placeholder of the value. */
  add(value: unknown): string {
    return `$${this.list.push(value)}`
  }
}
