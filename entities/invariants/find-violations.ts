import type { RunSql } from '#database/statement.ts'
import { type Invariant, UNSETTLED_SINCE } from './invariant.ts'
import { INVARIANTS } from './invariants.ts'

export interface Violation {
  name: string
  violation: string
  count: number
  /** Ids of at most three violating rows. */
  examples: string[]
}

export interface AuditOptions {
  /** Minimum age of unfinished work that counts as a violation, as a PostgreSQL interval. Default: two hours. */
  minAge?: string
}

/** Finds all violations in one snapshot, without locks. `query` must run all statements on one connection. */
export async function findViolations(run: RunSql, { minAge = '2 hours' }: AuditOptions = {}): Promise<Violation[]> {
  const since = `(now() - interval '${minAge.replaceAll("'", '')}')`
  const query: RunSql = (sql) => run(sql.replaceAll(UNSETTLED_SINCE, since))
  const violations: Violation[] = []
  await query('begin transaction isolation level repeatable read, read only')
  try {
    await query(`set local statement_timeout = 0`)
    for (const [name, invariant] of Object.entries(INVARIANTS)) {
      const { count, examples } = await countViolations(query, invariant)
      if (count > 0) violations.push({ name, violation: invariant.violation, count, examples })
    }
  } finally {
    await query('rollback')
  }
  return violations
}

export async function countViolations(
  query: RunSql,
  invariant: Invariant,
): Promise<Pick<Violation, 'count' | 'examples'>> {
  if ('find' in invariant) {
    const ids = await invariant.find(query)
    return { count: ids.length, examples: ids.toSorted().slice(0, 3) }
  }
  const [row] = await query(countViolationsSql(invariant.sql))
  return row as Pick<Violation, 'count' | 'examples'>
}

const countViolationsSql = (sql: string) => `
  with found as materialized (${sql})
  select (select count(*)::int from found) as count, array(select id::text from found order by 1 limit 3) as examples`
