import pg, { type Connection, Query, type QueryResult } from 'pg'

/** A statement under the name that it is prepared by, and the values of its parameters. */
export interface Part<Value = unknown> {
  name: string
  text: string
  values: readonly Value[]
}

/**
 * Prepared statements that travel to PostgreSQL in one packet, and their answers back in another. They are done in their
 * order, each sees what those before it did, and where one fails those after it are not done.
 */
export class Packet extends Query {
  readonly #parts: readonly Part<string | Buffer | null>[]
  readonly #prepare: (name: string) => boolean

  /** `prepare` tells whether the connection has yet to prepare the statement of this name. */
  constructor(parts: readonly Part[], prepare: (name: string) => boolean, callback: Callback) {
    super('', callback as never)
    this.#parts = parts.map(({ values, ...part }) => ({ ...part, values: values.map(prepareValue) }))
    this.#prepare = prepare
  }

  /** Writes the packet; `pg` calls it when the connection is free. */
  override submit = (connection: Connection): void => {
    connection.stream.cork()
    for (const { name, text, values } of this.#parts) {
      if (this.#prepare(name)) connection.parse({ name, text, types: [] }, true)
      connection.bind({ statement: name, values: [...values] }, true)
      connection.describe({ type: 'P' }, true)
      connection.execute(null, true)
    }
    connection.sync()
    connection.stream.uncork()
  }
}

/** Is given one result for each statement, or the only one. */
type Callback = (error: Error | null, results: QueryResult | QueryResult[]) => void

/** How `pg` writes the value of a parameter; its types leave that out. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils
