import { Client } from 'pg'
import { countStatementsDuring } from '../postgres.ts'

export interface StatementCost {
  sql: string
  calls: number
  milliseconds: number
  /** Number of 8 KB blocks that were read or found in memory. */
  blocks: number
}

/** Returns the cost of each statement in the database, divided by `checkouts`. */
export async function costOfStatements(
  url: string,
  checkouts: number,
  work: () => Promise<unknown>,
): Promise<Map<string, StatementCost>> {
  await using ending = new AsyncDisposableStack()
  const client = new Client({ connectionString: url })
  await client.connect()
  ending.defer(() => client.end())
  return await countStatementsDuring(client, async () => {
    await client.query('select pg_stat_statements_reset()')
    await work()
    const { rows } = await client.query<StatementCost>(
      `select query as sql, calls / $1::float8 as calls, total_exec_time / $1 as milliseconds,
         (shared_blks_hit + shared_blks_read) / $1::float8 as blocks
       from pg_stat_statements s join pg_database d on d.oid = s.dbid
       where d.datname = current_database() and calls >= $1 / 2`,
      [checkouts],
    )
    return new Map(rows.map((row) => [row.sql, row]))
  })
}

export async function planOf(url: string, sql: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, string>>(`explain (generic_plan) ${sql}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } catch (error) {
    return String(error)
  } finally {
    await client.end()
  }
}
