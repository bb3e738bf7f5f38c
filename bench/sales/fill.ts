import { Client } from 'pg'
import { TAKEN_QUANTITIES_SQL } from '#entities/catalogue/product/taken-quantities.ts'
import { ACTUAL_ROW_COUNTS_SQL } from '#entities/platform/row-count/row-count.ts'
import { REBUILD_SALES_SQL } from '#entities/statistics/stored-sales.ts'
import { FILLED_TABLES, type SalesAmounts, salesStatements } from './fill-statements.ts'

/**
 * Inserts orders as checkouts store them, so `shop audit` accepts them. The triggers are disabled, so the sums are computed at
 * the end. Returns the seconds of this computation.
 */
export async function fillSales(url: string, amounts: SalesAmounts): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off;
      set maintenance_work_mem = '256MB'; set work_mem = '64MB'`)
    const indexes = await dropIndexes(client)
    for (const sql of [...salesStatements(amounts), ...indexes]) await client.query(sql)
    await client.query('analyze')
    await client.query(`update product_variant v set taken_quantity = taken.quantity
      from ${TAKEN_QUANTITIES_SQL} taken where taken.variant_id = v.id`)
    await client.query(`truncate row_count; insert into row_count select * from ${ACTUAL_ROW_COUNTS_SQL}`)
    const began = performance.now()
    await client.query(REBUILD_SALES_SQL)
    const seconds = (performance.now() - began) / 1000
    await client.query('vacuum analyze')
    return seconds
  } finally {
    await client.end()
  }
}

/** Rows without indexes are inserted several times as fast. Returns the statements that create the indexes again. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select quote_ident(indexname) as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and tablename = any($1) and indexname not in (select conname from pg_constraint)`,
    [FILLED_TABLES],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
