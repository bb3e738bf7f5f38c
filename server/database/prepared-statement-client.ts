import { Client, type ClientConfig, type Connection, type QueryResult } from 'pg'
import {
  type BoundStatement,
  EACH,
  LATER,
  type StreamedStatement,
  statementNames,
  TOGETHER,
} from '#database/statement.ts'
import { type Cancelable, currentDeadline, type Deadline } from '#server/http/bounds/deadline.ts'
import { type BackendKey, cancelStatement, StatementCanceled } from './cancel-statement.ts'
import { measureStatement } from './measure-statement.ts'
import {
  type ColumnReaders,
  type PipelineStatement,
  type StatementCache,
  StatementPipeline,
  type StatementResult,
} from './statement-pipeline.ts'

/**
 * A connection that prepares the statements of `statement()`, so that PostgreSQL parses and plans each of them once, and
 * sends those of `together()` in one packet. What need not be answered at once, which is the begin of a transaction and the
 * statements of `later()`, travels with what comes next. A transaction without any statement does not begin at all. For a
 * request it works only as long as that has time; whoever has the connection next is not reached by what stops it.
 */
export class PreparedStatementClient extends Client implements Cancelable, BackendKey, StatementCache {
  declare readonly connection: Connection
  declare readonly processID: number
  declare readonly secretKey: number
  declare readonly readyForQuery: boolean
  readonly #config: string | ClientConfig | undefined
  #deadline: Deadline | undefined
  readonly #prepared = new Set<string>()
  /** What PostgreSQL has told of prepared statements, whose columns never change. */
  readonly #columns = new Map<string, ColumnReaders>()
  #parsing: string[] = []
  /** Is resolved once nothing of what was asked to stop can reach what is sent from then on. */
  #stopping: Promise<void> | undefined
  #isInTransaction = false
  /** What begins the transaction, until it is sent. */
  #opening: readonly PipelineStatement[] = []
  /** What is to be sent before anything else in the transaction. */
  #postponed: PipelineStatement[] = []

  constructor(config?: string | ClientConfig) {
    super(config)
    this.#config = config
    this.connection.on('parseComplete', () => {
      const name = this.#parsing.shift()
      if (name) this.#prepared.add(name)
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: the method of pg has eleven overloads; all of them go through here
  override query(text: any, values?: any, callback?: any): any {
    if (this.#stopping) return this.#stopping.then(() => this.query(text, values, callback))
    if (isBegin(text)) return this.#begin(text)
    this.#deadline = currentDeadline()
    if (this.#deadline?.isOver && text !== 'rollback') return Promise.reject(new StatementCanceled())
    this.#deadline?.engage(this)
    return measureStatement(text, values, () => this.#send(text, values, callback))
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  #send(text: any, values?: any, callback?: any): any {
    if (text === LATER) return this.#postpone(values.map(pipelineStatementOf))
    if (text === TOGETHER) return this.#sendTogether(values)
    if (text === EACH) return this.#sendForEachRow(values)
    const name = typeof text === 'string' && Array.isArray(values) && statementNames.get(text)
    if (name) return this.#sendAlone({ name, text, values })
    if (text === 'rollback') return this.#rollBack()
    if (text === 'commit') return this.#commit()
    if (this.#opening.length + this.#postponed.length === 0) return super.query(text, values, callback)
    return this.#sendAfterPostponed(text, values)
  }

  stopFor(deadline: Deadline): void {
    if (this.#deadline !== deadline || this.readyForQuery) return
    this.#stopping = cancelStatement(this.#config, this).then(() => {
      this.#stopping = undefined
    })
  }

  /** Never fails: who cannot begin could not give the connection back. */
  #begin(text: string): Promise<object> {
    this.#isInTransaction = true
    this.#opening = this.opening(text).map(unparameterizedStatement)
    this.#postponed = []
    return Promise.resolve(EMPTY_RESULT)
  }

  /** What a transaction begins with. */
  protected opening(begin: string): readonly string[] {
    return [begin]
  }

  #postpone(parts: readonly PipelineStatement[]): Promise<object> {
    if (!this.#isInTransaction) return Promise.reject(new Error('The transaction is over'))
    this.#postponed.push(...parts)
    return Promise.resolve(EMPTY_RESULT)
  }

  /** What is to be sent first, which from then on is on its way. */
  #takePostponed(): PipelineStatement[] {
    const parts = [...this.#opening, ...this.#postponed]
    this.#opening = []
    this.#postponed = []
    return parts
  }

  async #commit(): Promise<object> {
    this.#isInTransaction = false
    if (this.#opening.length > 0 && this.#postponed.length === 0) {
      this.#takePostponed()
      return EMPTY_RESULT
    }
    const { command } =
      this.#postponed.length > 0
        ? await this.#sendAlone(unparameterizedStatement('commit'))
        : await super.query('commit')
    // So PostgreSQL answers where a statement had failed, and nobody took it for the end.
    if (command === 'ROLLBACK') throw new Error('A transaction that had failed cannot be committed')
    return EMPTY_RESULT
  }

  /** A transaction ends with its connection: where that is broken it is not used again, and nothing is left to undo. */
  async #rollBack(): Promise<object> {
    this.#isInTransaction = false
    const hasBegun = this.#opening.length === 0
    this.#takePostponed()
    if (!hasBegun) return EMPTY_RESULT
    try {
      return await super.query('rollback')
    } catch {
      this.end().catch(() => {})
      return EMPTY_RESULT
    }
  }

  /** What is not prepared is sent as it is; with values, or after more than a begin, it cannot be joined to anything. */
  async #sendAfterPostponed(text: unknown, values: unknown[] | undefined): Promise<QueryResult> {
    if (this.#postponed.length === 0 && typeof text === 'string' && !values?.length) {
      const opening = this.#takePostponed().map((part) => part.text)
      return [await super.query([...opening, text].join('; '))].flat().at(-1)!
    }
    await this.#sendPacket([])
    return super.query(text as string, values)
  }

  async #sendTogether(statements: readonly BoundStatement<object>[]): Promise<{ rows: object[] }> {
    const results = await this.#sendPacket(statements.map(pipelineStatementOf))
    return { rows: results.map(({ rows }) => rows) }
  }

  async #sendForEachRow(statements: readonly StreamedStatement[]): Promise<object> {
    await this.#sendPacket(statements.map((one) => ({ ...pipelineStatementOf(one), take: one.take, admit: one.admit })))
    return EMPTY_RESULT
  }

  async #sendAlone(part: PipelineStatement): Promise<StatementResult> {
    return (await this.#sendPacket([part]))[0]!
  }

  /** Answers what `parts` answered, which are sent after what was postponed. */
  #sendPacket(parts: readonly PipelineStatement[]): Promise<StatementResult[]> {
    const before = this.#takePostponed()
    return new Promise((resolve, reject) => {
      const answer = (error: Error | null, answers: StatementResult[] = []) => {
        this.#parsing = []
        if (error) reject(error)
        else resolve(answers.slice(before.length))
      }
      super.query(new StatementPipeline(this.named([...before, ...parts]), this, answer))
    })
  }

  /** Under which names statements are prepared. */
  protected named(parts: readonly PipelineStatement[]): readonly PipelineStatement[] {
    return parts
  }

  isToPrepare(name: string): boolean {
    if (name !== UNNAMED && (this.#prepared.has(name) || this.#parsing.includes(name))) return false
    this.#parsing.push(name)
    return true
  }

  columnsOf(name: string): ColumnReaders | undefined {
    return this.#columns.get(name)
  }

  learn(name: string, columns: ColumnReaders): void {
    if (name !== UNNAMED) this.#columns.set(name, columns)
  }
}

/**
 * A connection to a pooler such as PgBouncer, behind which each transaction may meet another process of PostgreSQL: what
 * one has prepared, or was told, the next does not know. Statements have no names, and travel together all the same; each
 * transaction begins with what else would be said to a connection once.
 */
export class PoolerClient extends PreparedStatementClient {
  protected override opening(begin: string): readonly string[] {
    return [begin, ...this.settings()]
  }

  /** Statements that hold for the transaction. */
  protected settings(): readonly string[] {
    return []
  }

  protected override named(parts: readonly PipelineStatement[]): readonly PipelineStatement[] {
    return parts.map((part) => ({ ...part, name: UNNAMED }))
  }
}

const EMPTY_RESULT = { rows: [] }

/** The name of a statement that is not kept. */
const UNNAMED = ''

/** A statement that has its text for its name. */
const unparameterizedStatement = (text: string): PipelineStatement => ({ name: text, text, values: [] })

const pipelineStatementOf = ({ sql, name, parameters }: BoundStatement<object>): PipelineStatement => ({
  name: name ?? statementNames.get(sql) ?? UNNAMED,
  text: sql,
  values: parameters,
})

/** Whether a transaction begins with it, which is sent with the first statement. */
export const isBegin = (text: unknown): text is string =>
  typeof text === 'string' && /^(begin|start transaction)\b/.test(text)
