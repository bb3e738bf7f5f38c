import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { readTimeZone } from '#entities/market/store/shop-time-zone.ts'

/*
 * Database triggers append the difference of each change to the tables `sale` and `variant_sale`. Readers add them to the
 * sums of days, so each sum is exact for the snapshot of the reader.
 */

/** Moves the appended differences into the sums of days. The totals do not change. */
export const foldSales = statement('select fold_sales()')

/** Moves the differences if there are many, so that a reader adds only a few. */
export const foldManySales = statement(
  'select fold_sales() where (select count(*) from (select from sale limit 500) rows) >= 500',
)

/** Computes all sums from the orders, for a program that has written orders without triggers. */
export const REBUILD_SALES_SQL = 'select rebuild_sales()'

/** Computes the sums of days again if the time zone of the shop has changed. Until then readers compute its days from smaller sums. */
export async function followTimeZone(em: EntityManager): Promise<void> {
  await rebuildOtherDays(em, await readTimeZone(em))
}

const rebuildOtherDays = statement('select rebuild_sales_of_days($1) from sales_calendar where time_zone <> $1')
