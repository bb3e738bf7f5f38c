import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { PriceList } from '../../price-list/price-list.ts'
import { importNotice } from '../import-notice.ts'

/**
 * Writes the sale prices of the rows to price lists of the program, one for each period. An empty cell ends the sale of its
 * variant. Returns the ids of the changed variants that the shop had before. An id can occur several times.
 */
export async function applySales(em: EntityManager, name: string): Promise<string[]> {
  await lockLists(em, name)
  const periods = await selectPeriods(em, name)
  for (const { id, starts_at, ends_at, includes_tax } of periods) {
    if (id !== null) continue
    insertRow(em, PriceList, {
      ...{ name, description: '', type: 'sale', status: 'active', includes_tax },
      starts_at: starts_at === null ? null : new Date(starts_at),
      ends_at: ends_at === null ? null : new Date(ends_at),
    })
  }
  await em.flush()
  await insertNewPrices(em, name)
  const deleted = await deletePrices(em, name)
  const updated = await updatePrices(em, name)
  const inserted = await insertPrices(em, name)
  return [deleted, updated, inserted].flatMap((variants) => variants.map(({ id }) => id))
}

/** Counts the sale prices that the import would add, change or remove. */
export async function saleNotices(em: EntityManager, name: string): Promise<BatchNotice[]> {
  const [found] = await countChanges(em, name)
  return found && found.count > 0 ? [importNotice({ name: 'import_sale', list: name, count: found.count })] : []
}

export const saleListName = (source: { program: string } | undefined): string =>
  source ? `Sale (${source.program})` : 'Sale (import)'

interface ChangedVariant {
  id: string
}

interface Period {
  id: string | null
  starts_at: string | null
  ends_at: string | null
  includes_tax: boolean
}

export const LISTS_SQL = `(
  select * from price_list where name = $1 and type = 'sale' and deleted_at is null)`

const SAME_PERIOD_SQL = `l.starts_at is not distinct from (r.sale->>'starts_at')::timestamptz
  and l.ends_at is not distinct from (r.sale->>'ends_at')::timestamptz`

const PRICES_SQL = `
  select p.*, r.target_variant as variant_id, r.is_new_variant, l.id as list_id
  from import_row r
  cross join jsonb_to_recordset(r.sale_prices) as p (
    id text, region_id text, currency_code text, min_quantity int, max_quantity int, amount bigint)
  left join lateral (
    select l.id from ${LISTS_SQL} l where ${SAME_PERIOD_SQL} order by l.created_at, l.id limit 1
  ) l on true
  where r.is_variant`

export const SAME_SALE_SQL = `m.variant_id = p.variant_id and m.currency_code = p.currency_code
  and m.region_id is not distinct from p.region_id and m.min_quantity is not distinct from p.min_quantity
  and m.max_quantity is not distinct from p.max_quantity and m.deleted_at is null`

const IN_LIST_SQL = `${SAME_SALE_SQL} and m.price_list_id = p.list_id and p.amount is not null`

/** Prices of a variant that its row does not have, or has for another period. */
const GONE_SQL = `${SAME_SALE_SQL} and m.price_list_id in (select id from ${LISTS_SQL} l)
  and (p.amount is null or p.list_id is null or m.price_list_id <> p.list_id)`

const lockLists = statement(`
  select id from price_list where name = $1 and type = 'sale' and deleted_at is null order by id for update`)

const selectPeriods = statement<Period>(`
  select min(l.id) as id, r.sale->>'starts_at' as starts_at, r.sale->>'ends_at' as ends_at,
    bool_or(c.includes_tax) as includes_tax
  from import_row r
  cross join jsonb_to_recordset(r.sale_prices) as p (currency_code text, amount bigint)
  join currency c on c.code = p.currency_code
  left join ${LISTS_SQL} l on ${SAME_PERIOD_SQL}
  where r.is_variant and p.amount is not null
  group by r.sale->>'starts_at', r.sale->>'ends_at'
  order by 2 nulls first, 3 nulls first`)

const deletePrices = statement<ChangedVariant>(`
  delete from money_amount m using (${PRICES_SQL}) p where ${GONE_SQL}
  returning p.variant_id as id`)

const updatePrices = statement<ChangedVariant>(`
  update money_amount m set amount = p.amount, updated_at = now()
  from (${PRICES_SQL}) p where ${IN_LIST_SQL} and m.amount <> p.amount
  returning p.variant_id as id`)

const INSERT_PRICES_SQL = `
  insert into money_amount (
    id, created_at, updated_at, variant_id, currency_code, region_id, min_quantity, max_quantity, amount, price_list_id)
  select p.id, now(), now(), p.variant_id, p.currency_code, p.region_id, p.min_quantity, p.max_quantity, p.amount, p.list_id
  from (${PRICES_SQL}) p
  where p.amount is not null and p.list_id is not null`

const insertNewPrices = statement(`${INSERT_PRICES_SQL} and p.is_new_variant order by p.id`)

const insertPrices = statement<ChangedVariant>(`${INSERT_PRICES_SQL}
    and not p.is_new_variant and not exists (select from money_amount m where ${IN_LIST_SQL})
  order by p.id
  returning variant_id as id`)

const countChanges = statement<{ count: number }>(`
  select (
    (select count(*) from (${PRICES_SQL}) p join money_amount m on ${GONE_SQL})
    + (select count(*) from (${PRICES_SQL}) p where p.amount is not null and not exists (
        select from money_amount m where ${IN_LIST_SQL} and m.amount = p.amount))
  )::int as count`)
