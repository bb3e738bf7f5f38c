import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { ClientConfig, QueryResult as PgResult, PoolClient } from 'pg'
import { cancelStatement, StatementCanceled } from './cancel-statement.ts'
import { Pipeline, type PipelineStatement, PreparedStatements, type StatementResult } from './pipeline.ts'

export interface ConnectionOptions {
  /** Statements that begin each transaction. Behind a pooler they replace the settings of a session. */
  transactionSettings: readonly string[]
  /** Whether the connection keeps prepared statements. A pooler gives each transaction another session, which has none. */
  preparesStatements: boolean
  /** The signal aborts when the current request ends. The connection then cancels its statement. */
  currentSignal: () => AbortSignal | undefined
  /** Sends statements and measures the time until their result. `begin` and `rollback` are not among the texts. */
  measure: <Result>(texts: readonly string[], send: () => Promise<Result>) => Promise<Result>
}

/** Sends `begin` and deferred statements with the next statement. A transaction without statements never begins. */
export class PipelineConnection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #config: ClientConfig
  readonly #options: ConnectionOptions
  readonly #session: ConstructorParameters<typeof Pipeline>[1]
  #isInTransaction = false
  /** The statements that begin the transaction, until its first statement is sent. */
  #opening: readonly PipelineStatement[] = []
  #deferred: PipelineStatement[] = []
  #canceling: Promise<void> | undefined

  constructor(client: PoolClient, config: ClientConfig, options: ConnectionOptions) {
    this.#client = client
    this.#config = config
    this.#options = options
    const getTypeParser = client.getTypeParser.bind(client)
    this.#session = { prepared: new PreparedStatements(), getTypeParser }
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#run([sql], () => this.#sendText(sql, parameters))
    const isWrite = /^(insert|update|delete|merge)$/i.test(command)
    return { rows: rows as Row[], ...(isWrite && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  async batch(statements: readonly PipelineStatement[]): Promise<object[][]> {
    const texts = statements.map(({ sql }) => sql)
    const results = await this.#run(texts, () => this.#sendPipeline(statements))
    return results.map(({ rows }) => rows)
  }

  defer(statements: readonly PipelineStatement[]): void {
    if (!this.#isInTransaction) throw new Error('A statement can be deferred only in a transaction')
    this.#deferred.push(...statements)
  }

  get isInTransaction(): boolean {
    return this.#isInTransaction
  }

  begin(text: string): void {
    this.#isInTransaction = true
    this.#opening = [text, ...this.#options.transactionSettings].map(withoutParameters)
    this.#deferred = []
  }

  async commit(): Promise<void> {
    const hasBegun = this.#opening.length === 0
    if (!hasBegun && this.#deferred.length === 0) return this.#endTransaction()
    const [result] = await this.#run(['commit'], () => this.#sendPipeline([withoutParameters('commit')]))
    this.#endTransaction()
    // PostgreSQL answers a commit with ROLLBACK if an earlier statement failed and its error was ignored.
    if (result?.command === 'ROLLBACK') throw new Error('A transaction that had failed cannot be committed')
  }

  /** Never fails: a broken connection ends its transaction and is not used again. */
  async rollback(): Promise<void> {
    const hasBegun = this.#opening.length === 0
    this.#endTransaction()
    if (!hasBegun) return
    await this.#canceling
    await this.#client.query('rollback').catch(() => this.#client.end().catch(() => {}))
  }

  release(): void {
    this.#client.release()
  }

  // biome-ignore lint/correctness/useYield: Kysely requires the method, and MikroORM streams with it
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Use `onRow` of database/pipeline.ts')
  }

  #endTransaction(): void {
    this.#isInTransaction = false
    this.#opening = []
    this.#deferred = []
  }

  async #run<Result>(texts: readonly string[], send: () => Promise<Result>): Promise<Result> {
    const sent = [...this.#deferred.map(({ sql }) => sql), ...texts]
    if (this.#canceling) await this.#canceling
    const signal = this.#options.currentSignal()
    if (signal?.aborted) throw new StatementCanceled()
    const cancel = () => {
      this.#canceling = cancelStatement(this.#config, this.#client).then(() => {
        this.#canceling = undefined
      })
    }
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await this.#options.measure(sent, send)
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  #takePending(): PipelineStatement[] {
    const pending = [...this.#opening, ...this.#deferred]
    this.#opening = []
    this.#deferred = []
    return pending
  }

  async #sendText(text: string, values: readonly unknown[]): Promise<PgResult> {
    const pending = this.#takePending()
    const isPlain = values.length === 0 && pending.every(({ parameters }) => parameters.length === 0)
    if (pending.length > 0 && isPlain) {
      const texts = [...pending.map(({ sql }) => sql), text]
      return [await this.#client.query(texts.join('; '))].flat().at(-1)!
    }
    if (pending.length > 0) await this.#sendPackets(pending)
    return values.length > 0 ? this.#client.query(text, [...values]) : this.#client.query(text)
  }

  async #sendPipeline(statements: readonly PipelineStatement[]): Promise<StatementResult[]> {
    const pending = this.#takePending()
    const results = await this.#sendPackets([...pending, ...statements])
    return results.slice(pending.length)
  }

  #sendPackets(statements: readonly PipelineStatement[]): Promise<StatementResult[]> {
    const { preparesStatements } = this.#options
    const named = preparesStatements ? statements : statements.map((one) => ({ ...one, name: '' }))
    return new Promise((resolve, reject) => {
      this.#client.query(
        new Pipeline(named, this.#session, (error, results = []) => (error ? reject(error) : resolve(results))),
      )
    })
  }
}

const withoutParameters = (text: string): PipelineStatement => ({ name: text, sql: text, parameters: [] })
