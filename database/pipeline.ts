import type { Connection, Submittable } from 'pg'

export interface PipelineStatement {
  sql: string
  /** The name under which a connection prepares the statement. Without a name, PostgreSQL parses it each time. */
  name?: string
  parameters: readonly unknown[]
  /** Receives each row when it arrives. The result then has no rows. */
  onRow?(row: object): void
  /** Receives the length of each row before the row is parsed. The statement fails with the error that this throws. */
  onRowLength?: ((characters: number) => void) | undefined
}

export interface StatementResult {
  command: string
  rows: object[]
}

type ColumnReader = { name: string; read: (text: string) => unknown }
type GetTypeParser = (type: number, format: 'text') => (text: string) => unknown

export class PreparedStatements {
  readonly #columns = new Map<string, readonly ColumnReader[]>()
  readonly #unconfirmed = new Set<string>()

  columnsOf(name: string): readonly ColumnReader[] | undefined {
    return this.#columns.get(name)
  }

  /** Returns true if PostgreSQL may have prepared the statement although the pipeline failed. */
  mayExist(name: string): boolean {
    return this.#unconfirmed.has(name)
  }

  parseSent(name: string): void {
    if (name !== '') this.#unconfirmed.add(name)
  }

  confirm(name: string, columns: readonly ColumnReader[]): void {
    if (name === '') return
    this.#unconfirmed.delete(name)
    this.#columns.set(name, columns)
  }
}

/** Sends statements in one packet. `pg` calls the methods, as for its own queries and cursors. */
export class Pipeline implements Submittable {
  readonly callback: (error: Error | null, results?: StatementResult[]) => void
  readonly #statements: readonly PipelineStatement[]
  readonly #values: readonly (string | Buffer | null)[][]
  readonly #prepared: PreparedStatements
  readonly #getTypeParser: GetTypeParser
  readonly #results: StatementResult[] = []
  #rows: object[] = []
  #described: readonly ColumnReader[] | undefined
  #rowError: Error | undefined

  constructor(
    statements: readonly PipelineStatement[],
    connection: { prepared: PreparedStatements; getTypeParser: GetTypeParser },
    callback: (error: Error | null, results?: StatementResult[]) => void,
  ) {
    this.#statements = statements
    this.#values = statements.map(({ parameters }) => parameters.map(encodeParameter))
    this.#prepared = connection.prepared
    this.#getTypeParser = connection.getTypeParser
    this.callback = callback
  }

  submit = (connection: Connection): void => {
    const parsed = new Set<string>()
    connection.stream.cork()
    for (const [i, { sql, name = '' }] of this.#statements.entries()) {
      if (!this.#prepared.columnsOf(name) && !parsed.has(name)) {
        if (this.#prepared.mayExist(name)) connection.close({ type: 'S', name }, true)
        connection.parse({ name, text: sql, types: [] }, true)
        this.#prepared.parseSent(name)
        if (name !== '') parsed.add(name)
      }
      connection.bind({ statement: name, values: this.#values[i]! }, true)
      if (!this.#prepared.columnsOf(name)) connection.describe({ type: 'P' }, true)
      connection.execute(null, true)
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#described = fields.map(({ name, dataTypeID }) => ({ name, read: this.#getTypeParser(dataTypeID, 'text') }))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#rowError) return
    const row: Record<string, unknown> = {}
    try {
      const { onRow, onRowLength } = this.#current()
      onRowLength?.(fields.reduce((length, field) => length + (field?.length ?? 0), 0))
      const columns = this.#columns()
      for (let i = 0; i < columns.length; i++) {
        const { name, read } = columns[i]!
        const text = fields[i]!
        row[name] = text === null ? null : read(text)
      }
      if (onRow) onRow(row)
      else this.#rows.push(row)
    } catch (error) {
      this.#rowError = error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name = '' } = this.#current()
    this.#prepared.confirm(name, this.#columns())
    this.#results.push({ command: text.split(' ', 1)[0]!, rows: this.#rows })
    this.#rows = []
    this.#described = undefined
  }

  handleReadyForQuery(): void {
    if (this.#rowError) this.callback(this.#rowError)
    else this.callback(null, this.#results)
  }

  handleError(error: Error): void {
    this.callback(this.#rowError ?? error)
  }

  #current(): PipelineStatement {
    return this.#statements[this.#results.length]!
  }

  #columns(): readonly ColumnReader[] {
    return this.#described ?? this.#prepared.columnsOf(this.#current().name ?? '') ?? []
  }
}

function encodeParameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return value
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(encodeElement).join(',')}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function encodeElement(value: unknown): string {
  const text = encodeParameter(value)
  return text === null ? 'NULL' : `"${text.toString().replace(/["\\]/g, '\\$&')}"`
}
