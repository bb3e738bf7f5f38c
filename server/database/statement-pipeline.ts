import pg, { type Connection, type Submittable } from 'pg'

/** A statement under the name that it is prepared by, and the values of its parameters. */
export interface PipelineStatement {
  name: string
  text: string
  values: readonly unknown[]
  /** Is given each row as it comes, which the answer then leaves out. */
  take?: (row: object) => void
  /** Is given the length of each row before the row is parsed. The statement fails with the error that it throws. */
  admit?: ((characters: number) => void) | undefined
}

/** What a statement answered. */
export interface StatementResult {
  /** The first word of what PostgreSQL says was done, such as `INSERT`. */
  command: string
  rowCount: number | null
  rows: object[]
}

/** The columns of a statement in their order, and how the values of each are read. */
export type ColumnReaders = readonly { name: string; read: (text: string) => unknown }[]

/** What a connection knows of statements by their names. */
export interface StatementCache {
  /** Whether the connection has yet to prepare it: from then on it is being prepared. */
  isToPrepare(name: string): boolean
  /** Undefined where PostgreSQL has to tell them. */
  columnsOf(name: string): ColumnReaders | undefined
  learn(name: string, columns: ColumnReaders): void
  /** How values of a type are read. */
  getTypeParser(type: number, format: 'text'): (text: string) => unknown
}

/**
 * Prepared statements that travel to PostgreSQL in one packet, and their answers back in another. They are done in their
 * order, each sees what those before it did, and where one fails those after it are not done. `pg` calls the methods.
 */
export class StatementPipeline implements Submittable {
  readonly callback: Callback
  readonly #parts: readonly PipelineStatement[]
  readonly #values: readonly (string | Buffer | null)[][]
  readonly #known: StatementCache
  readonly #answers: StatementResult[] = []
  #rows: object[] = []
  /** What PostgreSQL told of the rows that come now. */
  #told: ColumnReaders | undefined
  #unreadable: Error | undefined

  constructor(parts: readonly PipelineStatement[], known: StatementCache, callback: Callback) {
    this.#parts = parts
    this.#values = parts.map(({ values }) => values.map(prepareValue))
    this.#known = known
    this.callback = callback
  }

  submit = (connection: Connection): void => {
    combineWrites(connection, () => {
      for (const [i, { name, text }] of this.#parts.entries()) {
        if (this.#known.isToPrepare(name)) connection.parse({ name, text, types: [] }, true)
        connection.bind({ statement: name, values: this.#values[i]! }, true)
        if (!this.#known.columnsOf(name)) connection.describe({ type: 'P' }, true)
        connection.execute(null, true)
      }
      connection.sync()
    })
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const { getTypeParser } = this.#known
    this.#told = fields.map(({ name, dataTypeID }) => ({
      name,
      read: getTypeParser.call(this.#known, dataTypeID, 'text'),
    }))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#unreadable) return
    const row: Record<string, unknown> = {}
    try {
      const { take, admit } = this.#part()
      admit?.(lengthOf(fields))
      const columns = this.#columns()
      for (let i = 0; i < columns.length; i++) {
        const { name, read } = columns[i]!
        const text = fields[i]!
        row[name] = text === null ? null : read(text)
      }
      if (take) take(row)
      else this.#rows.push(row)
    } catch (error) {
      this.#unreadable = error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#known.learn(this.#part().name, this.#columns())
    const [command, ...counts] = text.split(' ')
    const count = Number(counts.at(-1) ?? Number.NaN)
    this.#answers.push({ command: command!, rowCount: Number.isNaN(count) ? null : count, rows: this.#rows })
    this.#rows = []
    this.#told = undefined
  }

  handleReadyForQuery(): void {
    if (this.#unreadable) this.callback(this.#unreadable)
    else this.callback(null, this.#answers)
  }

  handleError(error: Error): void {
    this.callback(this.#unreadable ?? error)
  }

  /** The statement that is answered now. */
  #part(): PipelineStatement {
    return this.#parts[this.#answers.length]!
  }

  #columns(): ColumnReaders {
    return this.#told ?? this.#known.columnsOf(this.#part().name) ?? []
  }
}

function lengthOf(fields: readonly (string | null)[]): number {
  let length = 0
  for (const field of fields) length += field?.length ?? 0
  return length
}

/** Is given one answer for each statement. */
type Callback = (error: Error | null, answers?: StatementResult[]) => void

/** What `pg` would write message by message is written as a whole: each write costs as much as all of these messages. */
function combineWrites(connection: Connection, write: () => void): void {
  const { stream } = connection
  const messages: Buffer[] = []
  const gather = { writable: stream.writable, write: (message: Buffer) => messages.push(message) }
  const open = connection as { stream: object }
  open.stream = gather
  try {
    write()
  } finally {
    open.stream = stream
  }
  if (stream.writable) stream.write(Buffer.concat(messages))
}

/** How `pg` writes the value of a parameter; its types leave that out. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils
