import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { Client, PoolClient } from 'pg'
import { cancelStatement, StatementCanceled } from './cancel-statement.ts'
import { type AddressConfig, DatabaseClient } from './hosts/database-client.ts'
import { ASSERT_NODE_SQL, assertNode, isMoved, SHUTDOWN_CODE } from './hosts/find-node.ts'
import { breakConnection } from './hosts/host-list.ts'
import { inJobSchema, statementsInJobSchema } from './job-schema.ts'
import { Pipeline, type PipelineSession, type PipelineStatement, type StatementResult } from './pipeline.ts'
import { commandsOf } from './sql-script.ts'
import { TemporaryTables } from './temporary-tables.ts'

export interface ConnectionOptions {
  /** Behind a pooler, these statements replace the settings of a session. */
  transactionSettings: readonly string[]
  /** Whether the connection keeps prepared statements. A pooler gives each transaction another session, which has none. */
  preparesStatements: boolean
  /** The schema of Graphile Worker. Statements name it `graphile_worker`. */
  jobSchema: string
  /** Whether the connections are those of a node of a Citus cluster. */
  isInCluster: boolean
  currentSignal: () => AbortSignal | undefined
  /** Sends statements and measures the time until their result. `begin` and `rollback` are not among the texts. */
  measure: <Result>(texts: readonly string[], send: () => Promise<Result>) => Promise<Result>
}

/** Sends `begin` and deferred statements with the next statement. A transaction without statements never begins. */
export class PipelineConnection implements DatabaseConnection {
  readonly client: PoolClient
  /** Throws for statements that the running code may not send. PostgreSQL has no such mode that allows row locks. */
  check: ((sql: string) => void) | undefined
  readonly #config: AddressConfig
  readonly #options: ConnectionOptions
  readonly #session: PipelineSession
  readonly #temporaryTables = new TemporaryTables()
  #isInTransaction = false
  #savepoints = 0
  #opening: readonly PipelineStatement[] = []
  #deferred: PipelineStatement[] = []
  #canceling: Promise<void> | undefined
  /** The last error of the transaction. */
  #failure: Error | undefined

  constructor(client: PoolClient, config: AddressConfig, options: ConnectionOptions) {
    this.client = client
    this.#config = config
    this.#options = options
    this.#session = { prepared: new Map(), getTypeParser: client.getTypeParser.bind(client) }
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#assertAllowed([{ sql }])
    const isScript = parameters.length === 0 && sql.includes(';')
    const results = isScript ? await this.#runScript(sql) : await this.#run([{ sql, parameters }])
    const result = results.at(-1)
    const { command, rowCount, rows } = result!
    const changesRows = /^(insert|update|delete|merge)$/i.test(command)
    return { rows: rows as Row[], ...(changesRows && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  async batch(statements: readonly PipelineStatement[]): Promise<object[][]> {
    this.#assertAllowed(statements)
    const results = await this.#run(statements)
    return results.map(({ rows }) => rows)
  }

  async defer(statements: readonly PipelineStatement[]): Promise<void> {
    this.#assertAllowed(statements)
    if (this.#isInTransaction) this.#deferred.push(...statements)
    else await this.batch(statements)
  }

  begin(text: string): void {
    this.#isInTransaction = true
    this.#failure = undefined
    this.#opening = [text, ...this.#options.transactionSettings].map(withoutParameters)
    this.#deferred = []
  }

  async commit(): Promise<void> {
    const hasBegun = this.#opening.length === 0
    if (!hasBegun && this.#deferred.length === 0) return this.#endTransaction()
    const results = await this.#run([...this.#nodeAssertion(), withoutParameters('commit')])
    const result = results.at(-1)
    this.#endTransaction()
    // PostgreSQL answers a commit with ROLLBACK if an earlier statement failed and its error was ignored.
    if (result?.command === 'ROLLBACK') throw new Error('A transaction that had failed cannot be committed')
  }

  /** Runs `work` in the transaction. If it throws, its changes are rolled back, and the transaction continues. */
  async runInSavepoint<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const name = `part_${++this.#savepoints}`
    try {
      await this.#run([withoutParameters(`savepoint ${name}`)])
      const answer = await work()
      this.#deferred.push(withoutParameters(`release ${name}`))
      return answer
    } catch (error) {
      // After an error, PostgreSQL would skip the rollback behind a deferred statement.
      this.#deferred = []
      await this.#run([withoutParameters(`rollback to ${name}`)])
      throw error
    } finally {
      this.#savepoints--
    }
  }

  /** Never fails: a broken connection ends its transaction and is not used again. */
  async rollback(): Promise<void> {
    const hasBegun = this.#opening.length === 0
    this.#endTransaction()
    if (!hasBegun) return
    await this.#canceling
    const failure = this.#failure
    await this.client.query('rollback').catch(() => this.client.end().catch(() => {}))
    if (failure) await this.#explainByMove(failure)
  }

  streamQuery(): never {
    throw new Error('Kysely streams are not supported. Use `onRow` of database/pipeline.ts.')
  }

  #assertAllowed(statements: readonly Pick<PipelineStatement, 'sql'>[]): void {
    if (this.check) for (const { sql } of statements) this.check(sql)
  }

  #endTransaction(): void {
    this.check = undefined
    this.#isInTransaction = false
    this.#temporaryTables.clear()
    this.#takePending()
  }

  async #run(statements: readonly PipelineStatement[], send = () => this.#sendPipeline(statements)) {
    const texts = [...this.#deferred, ...statements].map(({ sql }) => sql)
    if (this.#canceling) await this.#canceling
    const signal = this.#options.currentSignal()
    if (signal?.aborted) throw new StatementCanceled()
    let timer: NodeJS.Timeout | undefined
    const cancel = async () => {
      timer = setTimeout(() => breakConnection(this.client), CANCELED_TIMEOUT)
      this.#canceling = cancelStatement(this.#config, this.client as Client & PoolClient)
      await this.#canceling
      this.#canceling = undefined
    }
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await this.#options.measure(texts, send)
    } catch (error) {
      // The server of this connection is no longer the primary.
      if ((error as { code?: string }).code === READ_ONLY_CODE) breakConnection(this.client)
      if (isMoved(error)) this.#leaveNode(error as Error)
      this.#failure = error as Error
      throw error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
  }

  #nodeAssertion(): PipelineStatement[] {
    const schema = this.client instanceof DatabaseClient ? this.client.followedSchema : undefined
    return schema ? [{ name: 'assert_node', sql: ASSERT_NODE_SQL, parameters: [schema] }] : []
  }

  /**
   * Two nodes can give a number at once until the connections to the old one have ended. Its transactions are lost, so an error of one of
   * them, such as that of a number that exists, does not come from the request.
   */
  async #explainByMove(failure: Error): Promise<void> {
    const schema = this.client instanceof DatabaseClient ? this.client.followedSchema : undefined
    if (!schema || isMoved(failure)) return
    await assertNode(this.client, schema).catch((error: unknown) => {
      if (isMoved(error)) this.#leaveNode(failure)
    })
  }

  #leaveNode(error: Error): void {
    if (this.client instanceof DatabaseClient) this.client.leaveNode()
    Object.assign(error, { code: SHUTDOWN_CODE })
  }

  #takePending(): PipelineStatement[] {
    const pending = [...this.#opening, ...this.#deferred]
    this.#opening = []
    this.#deferred = []
    return pending
  }

  #runScript(sql: string): Promise<StatementResult[]> {
    const commands = this.#isInTransaction ? commandsOf(sql) : []
    if (commands.length > 0) return this.#run(commands.map((command) => ({ sql: command, parameters: [] })))
    // Only the simple protocol accepts several commands in one text, and runs them in one transaction.
    return this.#run([{ sql, parameters: [] }], () => this.#sendScript(sql))
  }

  async #sendScript(text: string): Promise<StatementResult[]> {
    const pending = this.#takePending()
    if (pending.length > 0) await this.#sendPackets(pending)
    return [await this.client.query(inJobSchema(text, this.#options.jobSchema))].flat()
  }

  async #sendPipeline(statements: readonly PipelineStatement[]): Promise<StatementResult[]> {
    const pending = this.#takePending()
    const results = await this.#sendPackets([...pending, ...statements])
    return results.slice(pending.length)
  }

  #onNode(statement: PipelineStatement): PipelineStatement {
    const sql = this.#temporaryTables.rewrite(statement.sql)
    return sql === statement.sql ? statement : { ...statement, sql, name: '' }
  }

  #sendPackets(statements: readonly PipelineStatement[]): Promise<StatementResult[]> {
    const { preparesStatements, jobSchema, isInCluster } = this.#options
    const placed = statementsInJobSchema(
      isInCluster ? statements.map((one) => this.#onNode(one)) : statements,
      jobSchema,
    )
    const named = preparesStatements ? placed : placed.map((one) => ({ ...one, name: '' }))
    return new Promise((resolve, reject) => {
      this.client.query(
        new Pipeline(named, this.#session, (error, results = []) => (error ? reject(error) : resolve(results))),
      )
    })
  }
}

/** Milliseconds after which a canceled statement counts as sent to a machine that no longer answers. */
const CANCELED_TIMEOUT = 5000

const READ_ONLY_CODE = '25006'

const withoutParameters = (text: string): PipelineStatement => ({ name: text, sql: text, parameters: [] })
