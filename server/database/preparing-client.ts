import { Client, type ClientConfig, type Connection, type QueryResult } from 'pg'
import { type Bound, statementNames, TOGETHER } from '#entities/statement.ts'
import { currentDeadline, type Deadline, type Worker } from '#server/bounds/deadline.ts'
import { type Backend, cancelStatement, StatementCanceled } from './cancel.ts'
import { Packet, type Part } from './packet.ts'
import { watchStatement } from './watch-statement.ts'

/**
 * A connection that prepares the statements of `statement()`, so that PostgreSQL parses and plans each of them once, and
 * sends those of `together()` in one packet. A transaction begins in the packet of its first statement; where it has
 * none, it does not begin at all. For a request it works only as long as that has time.
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
  /** How the transaction that is to begin begins. */
  #begin: string | undefined

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
    if (isBegin(text)) return this.#postponeBegin(text)
    return watchStatement(text, values, () => this.#send(text, values, callback))
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  #send(text: any, values?: any, callback?: any): any {
    if (text === TOGETHER) return this.#sendTogether(values)
    const name = typeof text === 'string' && Array.isArray(values) && statementNames.get(text)
    if (name) return this.#sendAlone({ name, text, values })
    const begin = this.#takeBegin()
    if (begin && isEnd(text)) return Promise.resolve(NOTHING)
    if (begin) return this.#beginWith(begin, text, values)
    return text === 'rollback' ? this.#rollBack() : super.query(text, values, callback)
  }

  stopFor(deadline: Deadline): void {
    if (this.#deadline === deadline && !this.readyForQuery) cancelStatement(this.#config, this)
  }

  #postponeBegin(begin: string): Promise<object> {
    this.#begin = begin
    return Promise.resolve(NOTHING)
  }

  #takeBegin(): string | undefined {
    const begin = this.#begin
    this.#begin = undefined
    return begin
  }

  /** A transaction ends with its connection: where that is broken it is not used again, and nothing is left to undo. */
  async #rollBack(): Promise<object> {
    try {
      return await super.query('rollback')
    } catch {
      this.end().catch(() => {})
      return NOTHING
    }
  }

  /** What is not prepared is sent as it is; with values it cannot be joined to anything. */
  async #beginWith(begin: string, text: unknown, values: unknown[] | undefined): Promise<QueryResult> {
    if (typeof text === 'string' && !values?.length) return [await super.query(`${begin}; ${text}`)].flat().at(-1)!
    await super.query(begin)
    return super.query(text as string, values)
  }

  async #sendTogether(statements: readonly Bound<object>[]): Promise<{ rows: object[] }> {
    const results = await this.#sendPacket(
      statements.map(({ sql, parameters }) => ({ name: statementNames.get(sql)!, text: sql, values: parameters })),
    )
    return { rows: results.map(({ rows }) => rows) }
  }

  async #sendAlone(part: Part): Promise<QueryResult> {
    return (await this.#sendPacket([part]))[0]!
  }

  async #sendPacket(parts: readonly Part[]): Promise<QueryResult[]> {
    const begin = this.#takeBegin()
    const results = await new Promise<QueryResult[]>((resolve, reject) => {
      const answer = (error: Error | null, given: QueryResult | QueryResult[]) => {
        this.#parsing = []
        if (error) reject(error)
        else resolve([given].flat())
      }
      const whole = this.named(begin ? [{ name: begin, text: begin, values: [] }, ...parts] : parts)
      super.query(new Packet(whole, (name) => this.isToPrepare(name), answer))
    })
    return begin ? results.slice(1) : results
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

/** Whether a transaction begins with it, which is sent with the first statement. */
export const isBegin = (text: unknown): text is string =>
  typeof text === 'string' && /^(begin|start transaction)\b/.test(text)
const isEnd = (text: unknown): boolean => text === 'commit' || text === 'rollback'
