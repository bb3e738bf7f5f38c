import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { ControlledTransaction, type Kysely } from 'kysely'
import { PipelineConnection } from './connection.ts'
import type { PipelineStatement } from './pipeline.ts'

type Parameter = string | number | boolean | null | Date | Uint8Array | readonly string[] | readonly number[]

export type Executor = Pick<EntityManager, 'getTransactionContext' | 'getConnection'>

export interface Statement<Row extends object, Parameters extends readonly unknown[] = Parameter[]> {
  (em: Executor, ...parameters: Parameters): Promise<Row[]>
  with(...parameters: Parameters): BoundStatement<Row>
}

export interface BoundStatement<Row extends object> extends PipelineStatement {
  /** Only for the compiler: the type of its rows. */
  row?: Row
}

export const statementNames = new Map<string, string>()

/** Returns a statement that each connection prepares once. `valuesOf` derives `$1`, `$2`, … from the parameters. */
export function statement<Row extends object, Parameters extends readonly unknown[] = Parameter[]>(
  sql: string,
  valuesOf = (parameters: Parameters): readonly unknown[] => parameters,
): Statement<Row, Parameters> {
  const name = `s_${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`
  statementNames.set(sql, name)
  const bind = (...parameters: Parameters): BoundStatement<Row> => ({ sql, name, parameters: valuesOf(parameters) })
  const run = async (em: Executor, ...parameters: Parameters) => (await batch<[Row]>(em, bind(...parameters)))[0]
  return Object.assign(run, { with: bind })
}

export type BatchStatements<Rows extends object[]> = { [Index in keyof Rows]: BoundStatement<Rows[Index]> | undefined }
export type BatchRows<Rows extends object[]> = { [Index in keyof Rows]: Rows[Index][] }

/**
 * Runs statements in order, in one round trip, and returns the rows of each. Each sees the changes of the earlier ones.
 * If one fails, the batch changes nothing. An undefined statement is skipped.
 */
export async function batch<Rows extends object[]>(
  em: Executor,
  ...statements: BatchStatements<Rows>
): Promise<BatchRows<Rows>> {
  const sent = statements.filter((one) => one !== undefined)
  const results = sent.length > 0 ? await useConnection(em, (connection) => connection.batch(sent)) : []
  return statements.map((one) => (one ? results.shift() : [])) as BatchRows<Rows>
}

/** Sends statements with the next one, at the latest with the commit. Without a transaction they run immediately. */
export async function defer(em: Executor, ...statements: BoundStatement<object>[]): Promise<void> {
  if (statements.length === 0) return
  await useConnection(em, (connection) => connection.defer(statements))
}

/** Runs one statement. All statements run on one connection. */
export type RunSql = (sql: string) => Promise<Record<string, unknown>[]>

/** `check` throws for a statement that `work` may not send in the transaction of `em`. */
export async function withStatementCheck(
  em: Executor,
  check: (sql: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  if (!em.getTransactionContext()) return work()
  // A transaction gives its connection to one caller at a time, so `work` runs after this call.
  const connection = await useConnection(em, async (one) => one)
  connection.check = check
  try {
    await work()
  } finally {
    // Work that outlives its transaction must not release the connection of later work.
    if (connection.check === check) connection.check = undefined
  }
}

/** Runs `work` in the transaction of `em`. If it throws, its statements are rolled back, and the transaction continues. */
export async function withSavepoint<Answer>(em: Executor, work: () => Promise<Answer>): Promise<Answer> {
  // A transaction gives its connection to one caller at a time, so `work` runs after this call.
  const connection = await useConnection(em, async (one) => one)
  return connection.runInSavepoint(work)
}

async function useConnection<Result>(
  em: Executor,
  work: (connection: PipelineConnection) => Promise<Result>,
): Promise<Result> {
  const kysely = em.getTransactionContext<Kysely<unknown>>() ?? em.getConnection().getClient()
  // The executor of a transaction that has ended would join the next transaction of its connection.
  if (kysely instanceof ControlledTransaction && (kysely.isCommitted || kysely.isRolledBack))
    throw new Error('The transaction has already ended')
  try {
    return await kysely.getExecutor().provideConnection((connection) => {
      if (connection instanceof PipelineConnection) return work(connection)
      throw new TypeError('The entity manager is not connected through PipelineDialect')
    })
  } catch (error) {
    // The stack of a PostgreSQL error contains only frames of the socket.
    const { stack = '' } = new Error()
    if (error instanceof Error) error.stack += stack.slice(stack.indexOf('\n'))
    throw error
  }
}
