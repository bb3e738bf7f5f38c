import { type Executor, statement } from '#database/statement.ts'

/*
 * Database triggers maintain the counts of large tables, of the published products of each sales channel, and of translated rows,
 * because counting all rows is slow.
 */

const COUNTED_ROWS: Readonly<Record<string, string>> = {
  order: 'true',
  customer: 'deleted_at is null',
  product: 'deleted_at is null',
}

export const COUNTED_TABLES: readonly string[] = Object.keys(COUNTED_ROWS)

/** The sales channel is `c`. */
const PUBLISHED_COUNT_NAME = `'product_sales_channel:' || c.id`

const PUBLISHED_COUNTS_SQL = `
  select ${PUBLISHED_COUNT_NAME}, (
    select count(*) from product_sales_channel l join product p on p.id = l.product_id
    where l.sales_channel_id = c.id and p.deleted_at is null and p.status = 'published')
  from sales_channel c`

const rowCountSql = ([table, condition]: [string, string]) =>
  `select '${table}' as table_name, (select count(*) from "${table}" where ${condition}) as rows`

export const ACTUAL_ROW_COUNTS_SQL = `(${[
  ...[...Object.entries(COUNTED_ROWS).map(rowCountSql), PUBLISHED_COUNTS_SQL],
  'select * from actual_text_counts()',
].join(' union all ')}) as there`

export async function readRowCount(em: Executor, table: string): Promise<number> {
  const [row] = await selectRowCount(em, table)
  return Number(row?.count)
}

/** Returns the SQL of a stored count. `name` is the SQL of its name. */
export const storedCountSql = (name: string): string =>
  `select coalesce(sum(rows), 0) as count from row_count where table_name = ${name}`

const selectRowCount = statement<{ count: string }>(storedCountSql('$1'))

/** Returns the number of products that are published in a sales channel, by default in that of the store. */
export async function readPublishedCount(em: Executor, channel: string | undefined): Promise<number> {
  const [row] = await selectPublishedCount(em, channel ?? null)
  return Number(row?.count)
}

const selectPublishedCount = statement<{ count: string }, [channel: string | null]>(
  storedCountSql(`(
    select ${PUBLISHED_COUNT_NAME} from (select coalesce($1::text, (select default_sales_channel_id from store)) as id) c)`),
)

/** Merges the partial counts of each name. The sums do not change. */
export const sumUpRowCounts = statement(`
  with parts as (
    delete from row_count where table_name in (select table_name from row_count group by table_name having count(*) > 100)
    returning *)
  insert into row_count select table_name, sum(rows) from parts group by table_name`)
