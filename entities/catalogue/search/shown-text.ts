import type { SqlValues } from './sql-values.ts'

/** Expressions for the texts of a response in one of its languages. Without further languages they are the columns. */
export class ShownTexts {
  readonly #chain: readonly string[]
  readonly #values: SqlValues

  /** `chain` has the languages whose texts the response shows, the preferred one first. */
  constructor(chain: readonly string[], values: SqlValues) {
    this.#chain = chain
    this.#values = values
  }

  /** Reads the texts of each row. For few rows. */
  textOf(row: string, column: string): string {
    const texts = this.#chain.map(
      (code) =>
        `(select texts ->> '${column}' from translation where row_id = ${row}.id and language = ${this.#values.add(code)}::text)`,
    )
    return coalesce([...texts, `${row}.${column}`])
  }

  /** Reads the texts of all options and values of a product at once. Returns the expression for an option or value, and the joins that it needs. */
  ofOptions(product: string): { textOf: (row: string, column: string) => string; joins: string } {
    const joins = this.#chain.map(
      (code, i) =>
        `left join product_option_texts n${i} on n${i}.language = ${this.#values.add(code)}::text and n${i}.product_id = ${product}.id`,
    )
    const textOf = (row: string, column: string) =>
      coalesce([...joins.map((_, i) => `n${i}.texts ->> ${row}.id`), `${row}.${column}`])
    return { textOf, joins: joins.join(' ') }
  }

  /** Matches rows with one of the values of an array as their text, translated or not. */
  isOneOf(row: string, column: string, list: string): string {
    const isStored = `${row}.${column} = any(${list})`
    if (this.#chain.length === 0) return isStored
    return `(${isStored} or exists (select from translation where row_id = ${row}.id
      and language = any(${this.#values.add(this.#chain)}::text[]) and texts ->> '${column}' = any(${list})))`
  }
}

const coalesce = (texts: readonly string[]): string =>
  texts.length === 1 ? texts.join() : `coalesce(${texts.join(', ')})`
