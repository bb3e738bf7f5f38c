import { Client, type ClientConfig, type Connection, type QueryResult } from 'pg'
import { type Bound, EACH, LATER, statementNames, type Taken, TOGETHER } from '#entities/statement.ts'
import { currentDeadline, type Deadline, type Worker } from '#server/bounds/deadline.ts'
import { type Backend, cancelStatement, StatementCanceled } from './cancel.ts'
import { type Answer, type Columns, type KnownStatements, Packet, type Part } from './packet.ts'
import { watchStatement } from './watch-statement.ts'

/**
 * A connection that prepares the statements of `statement()`, so that PostgreSQL parses and plans each of them once, and
 * sends those of `together()` in one packet. What need not be answered at once, which is the begin of a transaction and the
 * statements of `later()`, travels with what comes next. A transaction without any statement does not begin at all. For a
 * request it works only as long as that has time; whoever has the connection next is not reached by what stops it.
 */
export class PreparingClient extends Client implements Worker, Backend, KnownStatements {
  declare readonly connection: Connection
  declare readonly processID: number
  declare readonly secretKey: number
  declare readonly readyForQuery: boolean
  readonly #config: string | ClientConfig | undefined
  #deadline: Deadline | undefined
  readonly #prepared = new Set<string>()
  /** What PostgreSQL has told of prepared statements, whose columns never change. */
  readonly #columns = new Map<string, Columns>()
  #parsing: string[] = []
  /** Is resolved once nothing of what was asked to stop can reach what is sent from then on. */
  #stopping: Promise<void> | undefined
  #isInTransaction = false
  /** What begins the transaction, until it is sent. */
  #opening: readonly Part[] = []
  /** What is to be sent before anything else in the transaction. */
  #postponed: Part[] = []

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
    return watchStatement(text, values, () => this.#send(text, values, callback))
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  #send(text: any, values?: any, callback?: any): any {
    if (text === LATER) return this.#postpone(values.map(partOf))
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
    this.#opening = this.opening(text).map(bare)
    this.#postponed = []
    return Promise.resolve(NOTHING)
  }

  /** What a transaction begins with. */
  protected opening(begin: string): readonly string[] {
    return [begin]
  }

  #postpone(parts: readonly Part[]): Promise<object> {
    if (!this.#isInTransaction) return Promise.reject(new Error('The transaction is over'))
    this.#postponed.push(...parts)
    return Promise.resolve(NOTHING)
  }

  /** What is to be sent first, which from then on is on its way. */
  #takePostponed(): Part[] {
    const parts = [...this.#opening, ...this.#postponed]
    this.#opening = []
    this.#postponed = []
    return parts
  }

  async #commit(): Promise<object> {
    this.#isInTransaction = false
    if (this.#opening.length > 0 && this.#postponed.length === 0) {
      this.#takePostponed()
      return NOTHING
    }
    const { command } = this.#postponed.length > 0 ? await this.#sendAlone(bare('commit')) : await super.query('commit')
    // So PostgreSQL answers where a statement had failed, and nobody took it for the end.
    if (command === 'ROLLBACK') throw new Error('A transaction that had failed cannot be committed')
    return NOTHING
  }

  /** A transaction ends with its connection: where that is broken it is not used again, and nothing is left to undo. */
  async #rollBack(): Promise<object> {
    this.#isInTransaction = false
    const hasBegun = this.#opening.length === 0
    this.#takePostponed()
    if (!hasBegun) return NOTHING
    try {
      return await super.query('rollback')
    } catch {
      this.end().catch(() => {})
      return NOTHING
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

  async #sendTogether(statements: readonly Bound<object>[]): Promise<{ rows: object[] }> {
    const results = await this.#sendPacket(statements.map(partOf))
    return { rows: results.map(({ rows }) => rows) }
  }

  async #sendForEachRow(statements: readonly Taken[]): Promise<object> {
    await this.#sendPacket(statements.map((one) => ({ ...partOf(one), take: one.take })))
    return NOTHING
  }

  async #sendAlone(part: Part): Promise<Answer> {
    return (await this.#sendPacket([part]))[0]!
  }

  /** Answers what `parts` answered, which are sent after what was postponed. */
  #sendPacket(parts: readonly Part[]): Promise<Answer[]> {
    const before = this.#takePostponed()
    return new Promise((resolve, reject) => {
      const answer = (error: Error | null, answers: Answer[] = []) => {
        this.#parsing = []
        if (error) reject(error)
        else resolve(answers.slice(before.length))
      }
      super.query(new Packet(this.named([...before, ...parts]), this, answer))
    })
  }

  /** Under which names statements are prepared. */
  protected named(parts: readonly Part[]): readonly Part[] {
    return parts
  }

  isToPrepare(name: string): boolean {
    if (name !== NAMELESS && (this.#prepared.has(name) || this.#parsing.includes(name))) return false
    this.#parsing.push(name)
    return true
  }

  columnsOf(name: string): Columns | undefined {
    return this.#columns.get(name)
  }

  learn(name: string, columns: Columns): void {
    if (name !== NAMELESS) this.#columns.set(name, columns)
  }
}

/**
 * A connection to a pooler such as PgBouncer, behind which each transaction may meet another process of PostgreSQL: what
 * one has prepared, or was told, the next does not know. Statements have no names, and travel together all the same; each
 * transaction begins with what else would be said to a connection once.
 */
export class NamelessClient extends PreparingClient {
  protected override opening(begin: string): readonly string[] {
    return [begin, ...this.settings()]
  }

  /** Statements that hold for the transaction. */
  protected settings(): readonly string[] {
    return []
  }

  protected override named(parts: readonly Part[]): readonly Part[] {
    return parts.map((part) => ({ ...part, name: NAMELESS }))
  }
}

const NOTHING = { rows: [] }

/** The name of a statement that is not kept. */
const NAMELESS = ''

/** A statement that has its text for its name. */
const bare = (text: string): Part => ({ name: text, text, values: [] })

const partOf = ({ sql, name, parameters }: Bound<object>): Part => ({
  name: name ?? statementNames.get(sql) ?? NAMELESS,
  text: sql,
  values: parameters,
})

/** Whether a transaction begins with it, which is sent with the first statement. */
export const isBegin = (text: unknown): text is string =>
  typeof text === 'string' && /^(begin|start transaction)\b/.test(text)
