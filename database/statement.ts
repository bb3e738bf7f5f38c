import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { CompiledQuery, type Kysely } from 'kysely'

type Parameter = string | number | boolean | null | Date | Uint8Array | readonly string[] | readonly number[]

/** What runs a statement: an entity manager, or one transaction of its connection. */
export type Executor = Pick<EntityManager, 'getTransactionContext' | 'getConnection'>

export interface Statement<Row extends object> {
  (em: Executor, ...parameters: Parameter[]): Promise<Row[]>
  /** The statement with its parameters, to be run by `together`. */
  with(...parameters: Parameter[]): BoundStatement<Row>
}

export interface BoundStatement<Row extends object> {
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
  const run = (em: Executor, ...parameters: Parameter[]) => execute<Row>(em, sql, parameters)
  return Object.assign(run, { with: (...parameters: Parameter[]) => ({ sql, name, parameters }) })
}

/** Stands for all statements of `together` where one text is expected. */
export const TOGETHER = 'together'

/** Statements that are run together; one that is undefined is not wanted. */
export type BatchStatements<Rows extends object[]> = { [Index in keyof Rows]: BoundStatement<Rows[Index]> | undefined }
/** What each of them answers. */
export type BatchRows<Rows extends object[]> = { [Index in keyof Rows]: Rows[Index][] }

/**
 * Runs statements one after another in one round trip, and answers the rows of each. Each sees what those before it have
 * written, and what others had committed when it began: after a lock, what the lock waited for. Where one fails the
 * others have done nothing. In the place of one that is not wanted (undefined) there are no rows.
 */
export function batch<Rows extends object[]>(
  em: Executor,
  ...statements: BatchStatements<Rows>
): Promise<BatchRows<Rows>> {
  return runBatch(em, statements) as Promise<never>
}

async function runBatch(
  em: Executor,
  statements: readonly (BoundStatement<object> | undefined)[],
): Promise<object[][]> {
  const wanted = statements.filter((one) => one !== undefined)
  const answers = wanted.length > 0 ? await execute<object[]>(em, TOGETHER, wanted) : []
  return statements.map((one) => (one ? (answers.shift() as object[]) : []))
}

/**
 * Has PostgreSQL plan the statements that are run together with it, after it, for their values where that pays; others have
 * one plan for any values. Outside of transactions.
 */
export const autoPlanStatement: BoundStatement<object> = statement(
  "select set_config('plan_cache_mode', 'auto', true)",
).with()

/** Stands for all statements of `later`. */
export const LATER = 'later'

/**
 * Has statements of a transaction run before whatever runs next in it, its commit at the latest, in the round trip of
 * that. For what nobody waits for: where one fails, what runs next fails. Without a transaction they run at once.
 */
export async function defer(em: Executor, ...statements: BoundStatement<object>[]): Promise<void> {
  if (statements.length > 0) await execute(em, em.getTransactionContext() ? LATER : TOGETHER, statements)
}

/** Stands for the statement of `forEachRow`. */
export const EACH = 'each'

/** A statement whose rows are handed on. It need not be that of a `statement`: any other is planned anew. */
export interface StreamedStatement extends BoundStatement<object> {
  take(row: object): void
  /** Is given the length of each row before the row is parsed. The statement fails with the error that it throws. */
  admit?: ((characters: number) => void) | undefined
}

/**
 * Runs statements as `together` does and hands on each row as soon as it has come, while PostgreSQL looks for those after
 * it. Rows may have come when one fails.
 */
export async function stream(em: Executor, ...statements: StreamedStatement[]): Promise<void> {
  await execute(em, EACH, statements)
}

/** The texts of what is sent, which may stand for several. */
export const sqlTextsOf = (text: unknown, values: unknown): string[] =>
  text === TOGETHER || text === LATER || text === EACH
    ? (values as BoundStatement<object>[]).map(({ sql }) => sql)
    : [String(text)]

/** Runs a text with its parameters. Connections plan it anew each time, unless it is that of a `statement`. */
export async function execute<Row>(em: Executor, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
  const context = (em.getTransactionContext() ?? em.getConnection().getClient()) as unknown as Kysely<unknown>
  const values = parameters as unknown[]
  const direct = bypassClients.get(context)
  if (!direct) return (await context.executeQuery(CompiledQuery.raw(sql, values))).rows as Row[]
  try {
    return (await direct.query(sql, values)).rows as Row[]
  } catch (error) {
    appendCallerStack(error, new Error())
    throw error
  }
}

/** An error of PostgreSQL knows only of the socket that it came from. */
function appendCallerStack(error: unknown, { stack = '' }: Error): void {
  if (error instanceof Error) error.stack += stack.slice(stack.indexOf('\n'))
}

/** Runs what would be run through Kysely. */
export interface BypassClient {
  query(sql: string, values: unknown[]): Promise<{ rows: unknown[] }>
}

const bypassClients = new WeakMap<object, BypassClient>()

/** Has what would be run by `context`, which is Kysely or one of its transactions, run by `direct`. */
export function bypassKysely(context: object, direct: BypassClient): void {
  bypassClients.set(context, direct)
}

/** Has it run by `context` itself again. */
export function removeKyselyBypass(context: object): void {
  bypassClients.delete(context)
}
