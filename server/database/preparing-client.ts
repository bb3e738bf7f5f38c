import { Client, type ClientConfig, type Connection, type QueryResult } from 'pg'
import { type Bound, LATER, statementNames, TOGETHER } from '#entities/statement.ts'
import { currentDeadline, type Deadline, type Worker } from '#server/bounds/deadline.ts'
import { type Backend, cancelStatement, StatementCanceled } from './cancel.ts'
import { Packet, type Part } from './packet.ts'
import { watchStatement } from './watch-statement.ts'

/**
 * A connection that prepares the statements of `statement()`, so that PostgreSQL parses and plans each of them once, and
 * sends those of `together()` in one packet. What need not be answered at once, which is the begin of a transaction and the
 * statements of `later()`, travels with what comes next. A transaction without any statement does not begin at all. For a
 * request it works only as long as that has time.
 */
export class PreparingClient extends Client implements Worker, Backend {
  declare readonly connection: Connection
  declare readonly processID: number
  declare readonly secretKey: number
  declare readonly readyForQuery: boolean
  readonly #config: string | ClientConfig | undefined
  #deadline: Deadline | undefined
  readonly #prepared = new Set<string>()
  #parsing: string[] = []
  /** What is to be sent before anything else. */
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
    this.#deadline = currentDeadline()
    if (this.#deadline?.isOver && text !== 'rollback') return Promise.reject(new StatementCanceled())
    this.#deadline?.engage(this)
    if (isBegin(text)) return this.#postpone([bare(text)])
    return watchStatement(text, values, () => this.#send(text, values, callback))
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  #send(text: any, values?: any, callback?: any): any {
    if (text === LATER) return this.#postpone(values.map(partOf))
    if (text === TOGETHER) return this.#sendTogether(values)
    const name = typeof text === 'string' && Array.isArray(values) && statementNames.get(text)
    if (name) return this.#sendAlone({ name, text, values })
    if (text === 'rollback') return this.#rollBack()
    if (this.#postponed.length === 0) return super.query(text, values, callback)
    return text === 'commit' ? this.#commit() : this.#sendAfterPostponed(text, values)
  }

  stopFor(deadline: Deadline): void {
    if (this.#deadline === deadline && !this.readyForQuery) cancelStatement(this.#config, this)
  }

  #postpone(parts: readonly Part[]): Promise<object> {
    this.#postponed.push(...parts)
    return Promise.resolve(NOTHING)
  }

  #takePostponed(): Part[] {
    return this.#postponed.splice(0)
  }

  async #commit(): Promise<object> {
    if (this.#postponed.length > 1 || !isBegin(this.#postponed[0]?.text)) return this.#sendAlone(bare('commit'))
    this.#takePostponed()
    return NOTHING
  }

  /** A transaction ends with its connection: where that is broken it is not used again, and nothing is left to undo. */
  async #rollBack(): Promise<object> {
    const [first] = this.#takePostponed()
    if (isBegin(first?.text)) return NOTHING
    try {
      return await super.query('rollback')
    } catch {
      this.end().catch(() => {})
      return NOTHING
    }
  }

  /** What is not prepared is sent as it is; with values, or after more than a begin, it cannot be joined to anything. */
  async #sendAfterPostponed(text: unknown, values: unknown[] | undefined): Promise<QueryResult> {
    const [begin, ...others] = this.#postponed
    if (isBegin(begin?.text) && others.length === 0 && typeof text === 'string' && !values?.length) {
      this.#takePostponed()
      return [await super.query(`${begin.text}; ${text}`)].flat().at(-1)!
    }
    await this.#sendPacket([])
    return super.query(text as string, values)
  }

  async #sendTogether(statements: readonly Bound<object>[]): Promise<{ rows: object[] }> {
    const results = await this.#sendPacket(statements.map(partOf))
    return { rows: results.map(({ rows }) => rows) }
  }

  async #sendAlone(part: Part): Promise<QueryResult> {
    return (await this.#sendPacket([part]))[0]!
  }

  /** Answers the results of `parts`, which are sent after what was postponed. */
  async #sendPacket(parts: readonly Part[]): Promise<QueryResult[]> {
    const before = this.#takePostponed()
    const results = await new Promise<QueryResult[]>((resolve, reject) => {
      const answer = (error: Error | null, given: QueryResult | QueryResult[]) => {
        this.#parsing = []
        if (error) reject(error)
        else resolve([given].flat())
      }
      const whole = this.named([...before, ...parts])
      super.query(new Packet(whole, (name) => this.isToPrepare(name), answer))
    })
    return results.slice(before.length)
  }

  /** Under which names statements are prepared. */
  protected named(parts: readonly Part[]): readonly Part[] {
    return parts
  }

  /** Whether the next packet has to prepare the statement before it is used. */
  protected isToPrepare(name: string): boolean {
    if (this.#prepared.has(name) || this.#parsing.includes(name)) return false
    this.#parsing.push(name)
    return true
  }
}

/**
 * A connection to a pooler such as PgBouncer, behind which each transaction may meet another process of PostgreSQL: what
 * one has prepared the next does not know. Statements have no names, and travel together all the same.
 */
export class NamelessClient extends PreparingClient {
  protected override named(parts: readonly Part[]): readonly Part[] {
    return parts.map((part) => ({ ...part, name: '' }))
  }

  protected override isToPrepare(): boolean {
    return true
  }
}

const NOTHING = { rows: [] }

/** A statement that has its text for its name. */
const bare = (text: string): Part => ({ name: text, text, values: [] })

const partOf = ({ sql, parameters }: Bound<object>): Part => ({
  name: statementNames.get(sql)!,
  text: sql,
  values: parameters,
})

/** Whether a transaction begins with it, which is sent with the first statement. */
export const isBegin = (text: unknown): text is string =>
  typeof text === 'string' && /^(begin|start transaction)\b/.test(text)
