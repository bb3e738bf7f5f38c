import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { CompiledQuery, type Kysely } from 'kysely'

type Parameter = string | number | boolean | null | Date | readonly string[] | readonly number[]

/** What runs a statement: an entity manager, or one transaction of its connection. */
export type Executor = Pick<EntityManager, 'getTransactionContext' | 'getConnection'>

/** The names under which connections prepare the statements of this process; see `PreparingClient`. */
export const statementNames = new Map<string, string>()

/**
 * A statement that is written by hand because it does in one round trip what the unit of work would need several for.
 * Its parameters (`$1`, `$2`, …) are bound and each connection plans it once. It runs in the transaction of the entity
 * manager, if that has one, and does not see what was not flushed.
 */
export function statement<Row extends object>(sql: string) {
  statementNames.set(sql, `s_${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`)
  return async (em: Executor, ...parameters: Parameter[]): Promise<Row[]> => {
    const client = (em.getTransactionContext() ?? em.getConnection().getClient()) as unknown as Kysely<unknown>
    const { rows } = await client.executeQuery(CompiledQuery.raw(sql, parameters))
    return rows as Row[]
  }
}
