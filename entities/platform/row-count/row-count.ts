import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

/* Database triggers maintain the counts of large tables, because counting all rows is slow. */

const COUNTED: Readonly<Record<string, string>> = {
  order: 'true',
  customer: 'deleted_at is null',
  product: 'deleted_at is null',
}

export const COUNTED_TABLES: readonly string[] = Object.keys(COUNTED)

export const ACTUAL_ROW_COUNTS_SQL = `(values ${Object.entries(COUNTED)
  .map(([table, which]) => `('${table}', (select count(*) from "${table}" where ${which}))`)
  .join(', ')}) as there (table_name, rows)`

export async function readRowCount(em: EntityManager, table: string): Promise<number> {
  const [counted] = await sumOf(em, table)
  return Number(counted?.count)
}

const sumOf = statement<{ count: string }>(
  'select coalesce(sum(rows), 0) as count from row_count where table_name = $1',
)

/** Merges the partial counts of each table. The sum of a table does not change. */
export const sumUpRowCounts = statement(`
  with parts as (
    delete from row_count where table_name in (select table_name from row_count group by table_name having count(*) > 100)
    returning *)
  insert into row_count select table_name, sum(rows) from parts group by table_name`)
