import type { Connection, Submittable } from 'pg'
import { serialize } from 'pg-protocol'

export interface PipelineStatement {
  sql: string
  /** The name under which a connection prepares the statement. Without a name, PostgreSQL parses it each time. */
  name?: string
  parameters: readonly unknown[]
  /** Receives each row when it arrives. The result then has no rows. */
  onRow?(row: object): void
  /** Receives the length of each row before the row is parsed. If it throws, the statement fails with its error. */
  onRowLength?: ((characters: number) => void) | undefined
}

export interface StatementResult {
  command: string
  rowCount: number | null
  rows: object[]
}

type ColumnReader = { name: string; read: (text: string) => unknown }

export interface PipelineSession {
  /** The columns of prepared statements by name. Undefined if a pipeline failed before PostgreSQL described them. */
  prepared: Map<string, readonly ColumnReader[] | undefined>
  getTypeParser: (type: number, format: 'text') => (text: string) => unknown
}

/** Sends statements in one packet. `pg` calls the methods, as for its own queries and cursors. */
export class Pipeline implements Submittable {
  readonly callback: (error: Error | null, results?: StatementResult[]) => void
  readonly #statements: readonly PipelineStatement[]
  readonly #values: readonly (string | Buffer | null)[][]
  readonly #session: PipelineSession
  readonly #results: StatementResult[] = []
  #rows: object[] = []
  #described: readonly ColumnReader[] | undefined
  #rowError: Error | undefined

  constructor(statements: readonly PipelineStatement[], session: PipelineSession, callback: Pipeline['callback']) {
    this.#statements = statements
    this.#values = statements.map(({ parameters }) => parameters.map(encodeParameter))
    this.#session = session
    this.callback = callback
  }

  submit = ({ stream }: Connection): void => {
    const { prepared } = this.#session
    const parsed = new Set<string>()
    const messages: Buffer[] = []
    for (const [i, { sql, name = '' }] of this.#statements.entries()) {
      const isPrepared = prepared.get(name) !== undefined
      if (!isPrepared && !parsed.has(name)) {
        // PostgreSQL keeps a prepared statement even if a later statement of its pipeline failed.
        if (prepared.has(name)) messages.push(serialize.close({ type: 'S', name }))
        messages.push(serialize.parse({ name, text: sql }))
        if (name !== '') {
          parsed.add(name)
          prepared.set(name, undefined)
        }
      }
      messages.push(serialize.bind({ statement: name, values: this.#values[i]! }))
      if (!isPrepared) messages.push(serialize.describe({ type: 'P' }))
      messages.push(serialize.execute())
    }
    messages.push(serialize.sync())
    // A single write takes less CPU than one for each message.
    if (stream.writable) stream.write(Buffer.concat(messages))
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#described = fields.map(({ name, dataTypeID }) => ({
      name,
      read: this.#session.getTypeParser(dataTypeID, 'text'),
    }))
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
    if (name !== '') this.#session.prepared.set(name, this.#columns())
    const [command = '', ...counts] = text.split(' ')
    this.#results.push({ command, rowCount: Number(counts.at(-1) ?? 0), rows: this.#rows })
    this.#rows = []
    this.#described = undefined
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    this.callback(this.#rowError ?? null, this.#results)
  }

  /** A deferred statement fails in the call that sends it, so the stack needs the text of the statement. */
  handleError(error: Error): void {
    const { sql = '' } = this.#statements[this.#results.length] ?? {}
    error.stack += `\n    in the statement: ${sql.slice(0, MAX_SQL)}`
    this.callback(this.#rowError ?? error)
  }

  #current(): PipelineStatement {
    return this.#statements[this.#results.length]!
  }

  #columns(): readonly ColumnReader[] {
    return this.#described ?? this.#session.prepared.get(this.#current().name ?? '') ?? []
  }
}

const MAX_SQL = 200

function encodeParameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(encodeElement).join(',')}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function encodeElement(value: unknown): string {
  const text = encodeParameter(value)
  return text === null ? 'NULL' : `"${text.toString().replace(/["\\]/g, '\\$&')}"`
}
