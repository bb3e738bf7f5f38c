import type { RunSql } from '#database/statement.ts'

export type Snapshot = ReadonlyMap<string, string>

/** Rate limits count requests, so any request may change them. */
const IGNORED = new Set(['rate_limit'])

/**
 * Reads a checksum of every table. The checksum covers all columns and `xmin`, which PostgreSQL sets to the transaction that
 * wrote the row, so it also changes when an update leaves the values as they were.
 */
export async function takeSnapshot(query: RunSql): Promise<Snapshot> {
  const tables = await query(`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`)
  const names = tables.map(({ name }) => name as string).filter((name) => !IGNORED.has(name))
  const each = names.map(
    (name) => `select '${name}' as name,
      count(*) || ' ' || coalesce(sum(hashtextextended(t::text || ' ' || t.xmin::text, 0)), 0) as checksum from "${name}" t`,
  )
  const rows = await query(each.join(' union all '))
  return new Map(rows.map(({ name, checksum }) => [name as string, checksum as string]))
}

export function changedTables(before: Snapshot, after: Snapshot): string[] {
  return [...after].filter(([name, checksum]) => before.get(name) !== checksum).map(([name]) => name)
}
