import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

/* Database triggers maintain the counts of large tables, because counting all rows is slow. */

const COUNTED_ROWS: Readonly<Record<string, string>> = {
  order: 'true',
  customer: 'deleted_at is null',
  product: 'deleted_at is null',
}

export const COUNTED_TABLES: readonly string[] = Object.keys(COUNTED_ROWS)

export const ACTUAL_ROW_COUNTS_SQL = `(values ${Object.entries(COUNTED_ROWS)
  .map(([table, condition]) => `('${table}', (select count(*) from "${table}" where ${condition}))`)
  .join(', ')}) as there (table_name, rows)`

export async function readRowCount(em: EntityManager, table: string): Promise<number> {
  const [row] = await selectRowCount(em, table)
  return Number(row?.count)
}

const selectRowCount = statement<{ count: string }>(
  'select coalesce(sum(rows), 0) as count from row_count where table_name = $1',
)

/** Merges the partial counts of each table. The sum of a table does not change. */
export const sumUpRowCounts = statement(`
  with parts as (
    delete from row_count where table_name in (select table_name from row_count group by table_name having count(*) > 100)
    returning *)
  insert into row_count select table_name, sum(rows) from parts group by table_name`)
