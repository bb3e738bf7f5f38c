import { Client, type ClientConfig, type Connection, type QueryResult } from 'pg'
import { type Bound, statementNames, TOGETHER } from '#entities/statement.ts'
import { Packet, type Part } from './packet.ts'

/**
 * A connection that prepares the statements of `statement()`, so that PostgreSQL parses and plans each of them once, and
 * sends those of `together()` in one packet. A transaction begins in the packet of its first statement; where it has
 * none, it does not begin at all.
 */
export class PreparingClient extends Client {
  declare readonly connection: Connection
  readonly #prepared = new Set<string>()
  #parsing: string[] = []
  #isToBegin = false

  constructor(config?: string | ClientConfig) {
    super(config)
    this.connection.on('parseComplete', () => {
      const name = this.#parsing.shift()
      if (name) this.#prepared.add(name)
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: the method of pg has eleven overloads; all of them go through here
  override query(text: any, values?: any, callback?: any): any {
    if (text === 'begin') return this.#postponeBegin()
    const parts = partsOf(text, values)
    if (!this.#isToBegin) return parts ? this.#send(parts) : super.query(text, values, callback)
    this.#isToBegin = false
    if (text === 'commit' || text === 'rollback') return Promise.resolve(NOTHING)
    return parts ? this.#send([BEGIN, ...parts]) : this.#beginWith(text, values)
  }

  #postponeBegin(): Promise<object> {
    this.#isToBegin = true
    return Promise.resolve(NOTHING)
  }

  /** What is not prepared is sent as it is; with values it cannot be joined to anything. */
  async #beginWith(text: unknown, values: unknown[] | undefined): Promise<QueryResult> {
    if (typeof text === 'string' && !values?.length) return [await super.query(`begin; ${text}`)].flat().at(-1)!
    await super.query('begin')
    return super.query(text as string, values)
  }

  /** Answers the only result, or the rows of each. */
  async #send(parts: readonly Part[]): Promise<object> {
    const results = await new Promise<QueryResult[]>((resolve, reject) => {
      const answer = (error: Error | null, given: QueryResult | QueryResult[]) => {
        this.#parsing = []
        if (error) reject(error)
        else resolve([given].flat())
      }
      super.query(new Packet(parts, (name) => this.#isToPrepare(name), answer))
    })
    if (parts[0] === BEGIN) results.shift()
    return results.length === 1 ? results[0]! : { rows: results.map(({ rows }) => rows) }
  }

  #isToPrepare(name: string): boolean {
    if (this.#prepared.has(name) || this.#parsing.includes(name)) return false
    this.#parsing.push(name)
    return true
  }
}

const NOTHING = { rows: [] }
const BEGIN: Part = { name: 'begin', text: 'begin', values: [] }

/** What is to be prepared; undefined for any other query. */
function partsOf(text: unknown, values: unknown): Part[] | undefined {
  if (typeof text !== 'string' || !Array.isArray(values)) return undefined
  if (text === TOGETHER) return (values as Bound<object>[]).map(({ sql, parameters }) => part(sql, parameters))
  return statementNames.has(text) ? [part(text, values)] : undefined
}

const part = (text: string, values: readonly unknown[]): Part => ({ name: statementNames.get(text)!, text, values })
