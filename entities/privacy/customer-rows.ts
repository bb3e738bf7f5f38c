/** The values of the primary key of a row. */
export type RowKey = readonly string[]

export interface FoundRows {
  table: string
  keys: readonly RowKey[]
}

export class CustomerRows {
  readonly #tables = new Map<string, Map<string, RowKey>>()

  /** Returns the rows that are new. */
  add(found: readonly FoundRows[]): FoundRows[] {
    return found.flatMap(({ table, keys }) => {
      const known = this.#tables.get(table) ?? new Map<string, RowKey>()
      this.#tables.set(table, known)
      const added = keys.filter((key) => {
        const text = JSON.stringify(key)
        return known.has(text) ? false : known.set(text, key)
      })
      return added.length > 0 ? [{ table, keys: added }] : []
    })
  }

  keysOf(table: string): RowKey[] {
    return [...(this.#tables.get(table)?.values() ?? [])]
  }

  idsOf(table: string): string[] {
    return this.keysOf(table).flat()
  }

  ids(): string[] {
    return [...this.#tables.keys()].flatMap((table) => this.idsOf(table))
  }
}
