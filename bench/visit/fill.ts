import { Client } from 'pg'
import { FILL_PRODUCT_SEARCH } from '#entities/catalogue/search/search-products.ts'
import { ACTUAL_ROW_COUNTS_SQL } from '#entities/platform/row-count/row-count.ts'
import { fillProducts } from '../search/fill.ts'

/** Adds published products that are older than all others. */
export async function addProducts(databaseUrl: string, count: number): Promise<void> {
  if (count <= 0) return
  const db = new Client(databaseUrl)
  await db.connect()
  await fillProducts(db, count)
  await db.query(`truncate product_search; ${FILL_PRODUCT_SEARCH}`)
  await db.query(`truncate row_count; insert into row_count select * from ${ACTUAL_ROW_COUNTS_SQL}`)
  await db.query('vacuum analyze')
  await db.end()
}
