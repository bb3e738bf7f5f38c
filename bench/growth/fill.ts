import { Client } from 'pg'
import { FILL_PRODUCT_SEARCH } from '#entities/catalogue/search/search-products.ts'
import { ACTUAL_ROW_COUNTS_SQL } from '#entities/platform/row-count/row-count.ts'
import { TABLES } from './tables.ts'

/** Inserts products and orders with SQL, as a checkout leaves them. Rebuilds the indexes and analyzes the tables. */
export async function fill(url: string, count: number, print: (line: string) => void): Promise<void> {
  await using ending = new AsyncDisposableStack()
  const lanes: Client[] = []
  // PostgreSQL fills a table with one process only, so two connections fill two tables.
  while (lanes.length < 2) {
    const client = new Client({ connectionString: url })
    await client.connect()
    ending.defer(() => client.end())
    // The rows are valid, so foreign keys and triggers are disabled.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off;
      set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 0`)
    lanes.push(client)
  }
  const waiting = TABLES.toSorted((a, b) => b.weight - a.weight)
  await Promise.all(
    lanes.map(async (client) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const began = performance.now()
        await fillTable(client, next.name, next.rows(count))
        print(`  ${next.name}, ${((performance.now() - began) / 1000).toFixed(1)} s`)
      }
    }),
  )
  // Disabled triggers did not fill the search index.
  await lanes[0]!.query(`truncate product_search; ${FILL_PRODUCT_SEARCH}`)
  await lanes[0]!.query(`truncate row_count; insert into row_count select * from ${ACTUAL_ROW_COUNTS_SQL}`)
  await lanes[0]!.query('checkpoint')
}

async function fillTable(client: Client, name: string, insert: string): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass and not i.indisprimary
       and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [name],
  )
  await client.query('begin')
  for (const index of rows) await client.query(`drop index "${index.name}"`)
  await client.query(insert)
  for (const index of rows) await client.query(index.definition)
  await client.query('commit')
  await client.query(`vacuum analyze ${name}`)
}
