import { INVARIANTS } from './invariants.ts'

export interface Violation {
  /** Of the invariant. */
  name: string
  /** What never may be, and is. */
  never: string
  count: number
  /** The ids of some. */
  examples: string[]
}

export interface AuditOptions {
  /** For how long somebody may be at work on what is not settled, as an interval of PostgreSQL. Default: two hours. */
  patience?: string
}

type Query = (sql: string) => Promise<Record<string, unknown>[]>

/**
 * What is there and never may be. All of it is looked for in one snapshot, so that a shop may go on selling meanwhile;
 * nothing is written and nothing is locked. `query` is given statements of one connection, one after the other.
 */
export async function findViolations(query: Query, { patience = '2 hours' }: AuditOptions = {}): Promise<Violation[]> {
  const violations: Violation[] = []
  await query('begin transaction isolation level repeatable read, read only')
  try {
    await query(`set local statement_timeout = 0`)
    await query(`set local "cartwright.patience" = '${patience.replaceAll("'", '')}'`)
    for (const [name, { never, sql }] of Object.entries(INVARIANTS)) {
      const [found] = await query(counted(sql))
      const { count, examples } = found as Pick<Violation, 'count' | 'examples'>
      if (count > 0) violations.push({ name, never, count, examples })
    }
  } finally {
    await query('rollback')
  }
  return violations
}

const counted = (sql: string) => `
  with found as materialized (${sql})
  select (select count(*)::int from found) as count, array(select id::text from found order by 1 limit 3) as examples`
