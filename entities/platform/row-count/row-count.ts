import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

/*
 * How many rows there are of what a shop has many of: triggers count them when they are written, for to count them when
 * that is asked takes the longer the more there are. See `row_counts` among the migrations.
 */

/** Tables that are counted, and which of their rows. */
const COUNTED: Readonly<Record<string, string>> = {
  order: 'true',
  customer: 'deleted_at is null',
  product: 'deleted_at is null',
}

export const COUNTED_TABLES: readonly string[] = Object.keys(COUNTED)

/** In SQL: the rows that are there of each of `COUNTED_TABLES`, by its name, counted one by one. */
export const ACTUAL_ROW_COUNTS_SQL = `(values ${Object.entries(COUNTED)
  .map(([table, which]) => `('${table}', (select count(*) from "${table}" where ${which}))`)
  .join(', ')}) as there (table_name, rows)`

/** How many rows one of `COUNTED_TABLES` has: exact, as whoever asks would count them. */
export async function readRowCount(em: EntityManager, table: string): Promise<number> {
  const [counted] = await sumOf(em, table)
  return Number(counted?.count)
}

const sumOf = statement<{ count: string }>(
  'select coalesce(sum(rows), 0) as count from row_count where table_name = $1',
)

/** Makes one number of many, where there are many. Whoever counts meanwhile finds the same. */
export const sumUpRowCounts = statement(`
  with parts as (
    delete from row_count where table_name in (select table_name from row_count group by table_name having count(*) > 100)
    returning *)
  insert into row_count select table_name, sum(rows) from parts group by table_name`)
