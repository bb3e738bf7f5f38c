import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { CompiledQuery, type Kysely } from 'kysely'

type Parameter = string | number | boolean | null | Date | Uint8Array | readonly string[] | readonly number[]

/** What runs a statement: an entity manager, or one transaction of its connection. */
export type Executor = Pick<EntityManager, 'getTransactionContext' | 'getConnection'>

export interface Statement<Row extends object> {
  (em: Executor, ...parameters: Parameter[]): Promise<Row[]>
  /** The statement with its parameters, to be run by `together`. */
  with(...parameters: Parameter[]): Bound<Row>
}

export interface Bound<Row extends object> {
  sql: string
  /** Of a `statement`: what connections prepare it by. */
  name?: string
  parameters: readonly Parameter[]
  /** For the compiler alone: what its rows are. */
  row?: Row
}

/** The names under which connections prepare the statements of this process; see `PreparingClient`. */
export const statementNames = new Map<string, string>()

/**
 * A statement that is written by hand because it does in one round trip what the unit of work would need several for.
 * Its parameters (`$1`, `$2`, …) are bound and each connection plans it once. It runs in the transaction of the entity
 * manager, if that has one, and does not see what was not flushed.
 */
export function statement<Row extends object>(sql: string): Statement<Row> {
  const name = `s_${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`
  statementNames.set(sql, name)
  const run = (em: Executor, ...parameters: Parameter[]) => unprepared<Row>(em, sql, parameters)
  return Object.assign(run, { with: (...parameters: Parameter[]) => ({ sql, name, parameters }) })
}

/** Stands for all statements of `together` where one text is expected. */
export const TOGETHER = 'together'

/** Statements that are run together; one that is undefined is not wanted. */
export type Wanted<Rows extends object[]> = { [Index in keyof Rows]: Bound<Rows[Index]> | undefined }
/** What each of them answers. */
export type Answers<Rows extends object[]> = { [Index in keyof Rows]: Rows[Index][] }

/**
 * Runs statements one after another in one round trip, and answers the rows of each. Each sees what those before it have
 * written, and what others had committed when it began: after a lock, what the lock waited for. Where one fails the
 * others have done nothing. In the place of one that is not wanted (undefined) there are no rows.
 */
export function together<Rows extends object[]>(em: Executor, ...statements: Wanted<Rows>): Promise<Answers<Rows>> {
  return run(em, statements) as Promise<never>
}

async function run(em: Executor, statements: readonly (Bound<object> | undefined)[]): Promise<object[][]> {
  const wanted = statements.filter((one) => one !== undefined)
  const answers = wanted.length > 0 ? await unprepared<object[]>(em, TOGETHER, wanted) : []
  return statements.map((one) => (one ? (answers.shift() as object[]) : []))
}

/**
 * Has PostgreSQL plan the statements that are run together with it, after it, for their values where that pays; others have
 * one plan for any values. Outside of transactions.
 */
export const plannedForValues: Bound<object> = statement("select set_config('plan_cache_mode', 'auto', true)").with()

/** Stands for all statements of `later`. */
export const LATER = 'later'

/**
 * Has statements of a transaction run before whatever runs next in it, its commit at the latest, in the round trip of
 * that. For what nobody waits for: where one fails, what runs next fails. Without a transaction they run at once.
 */
export async function later(em: Executor, ...statements: Bound<object>[]): Promise<void> {
  if (statements.length > 0) await unprepared(em, em.getTransactionContext() ? LATER : TOGETHER, statements)
}

/** Stands for the statement of `forEachRow`. */
export const EACH = 'each'

/** A statement whose rows are handed on. It need not be that of a `statement`: any other is planned anew. */
export interface Taken extends Bound<object> {
  take(row: object): void
}

/**
 * Runs statements as `together` does and hands on each row as soon as it has come, while PostgreSQL looks for those after
 * it. Rows may have come when one fails.
 */
export async function forEachRow(em: Executor, ...statements: Taken[]): Promise<void> {
  await unprepared(em, EACH, statements)
}

/** The texts of what is sent, which may stand for several. */
export const textsOf = (text: unknown, values: unknown): string[] =>
  text === TOGETHER || text === LATER || text === EACH
    ? (values as Bound<object>[]).map(({ sql }) => sql)
    : [String(text)]

/** Runs a text with its parameters. Connections plan it anew each time, unless it is that of a `statement`. */
export async function unprepared<Row>(em: Executor, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
  const context = (em.getTransactionContext() ?? em.getConnection().getClient()) as unknown as Kysely<unknown>
  const values = parameters as unknown[]
  const direct = shortcuts.get(context)
  if (!direct) return (await context.executeQuery(CompiledQuery.raw(sql, values))).rows as Row[]
  try {
    return (await direct.query(sql, values)).rows as Row[]
  } catch (error) {
    tellOrigin(error, new Error())
    throw error
  }
}

/** An error of PostgreSQL knows only of the socket that it came from. */
function tellOrigin(error: unknown, { stack = '' }: Error): void {
  if (error instanceof Error) error.stack += stack.slice(stack.indexOf('\n'))
}

/** Runs what would be run through Kysely. */
export interface Direct {
  query(sql: string, values: unknown[]): Promise<{ rows: unknown[] }>
}

const shortcuts = new WeakMap<object, Direct>()

/** Has what would be run by `context`, which is Kysely or one of its transactions, run by `direct`. */
export function shortcut(context: object, direct: Direct): void {
  shortcuts.set(context, direct)
}

/** Has it run by `context` itself again. */
export function noShortcut(context: object): void {
  shortcuts.delete(context)
}
