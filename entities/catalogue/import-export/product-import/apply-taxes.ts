import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

interface ChangedProduct {
  id: string
}

/** Gives the products the rates of their tax classes. Returns the ids of changed products. */
export async function applyTaxes(em: EntityManager): Promise<string[]> {
  const changed = [...(await unlinkRates(em)), ...(await linkRates(em))]
  return changed.map(({ id }) => id)
}

/** Returns the ids of existing products whose rates the rows change. */
export const selectTaxChanges = async (em: EntityManager): Promise<string[]> =>
  (await selectChanges(em)).map(({ id }) => id)

export async function countRemovedTaxes(em: EntityManager): Promise<number> {
  const [found] = await countUnlinked(em)
  return found?.count ?? 0
}

/** The rates of the product of the row `r`, in all regions. */
const RATES_OF_ROW = `
  select t.id, t.region_id from tax_rate t
  where t.id in (select c.rate_id from import_tax_class c where c.class = r.tax_class)
    or t.id in (select jsonb_array_elements_text(r.tax_rates))`

/**
 * A product keeps the rates that users have given it, except in the regions where its class has a rate. An undo brings exactly the
 * rates of before back.
 */
const UNLINKED_SQL = `
  r.is_first and not r.is_new_product and l.product_id = r.target_product and g.id = l.rate_id
    and l.rate_id not in (select w.id from (${RATES_OF_ROW}) w)
    and case when r.tax_rates is not null then true else r.tax_class is not null and (
      l.rate_id in (select c.rate_id from import_tax_class c)
      or g.region_id in (select w.region_id from (${RATES_OF_ROW}) w)) end`

const unlinkRates = statement<ChangedProduct>(`
  delete from product_tax_rate l using import_row r, tax_rate g where ${UNLINKED_SQL} returning l.product_id as id`)

const linkRates = statement<ChangedProduct>(`
  insert into product_tax_rate (product_id, rate_id)
  select r.target_product, w.id from import_row r cross join lateral (${RATES_OF_ROW}) w
  where r.is_first order by 1, 2 on conflict do nothing returning product_id as id`)

const selectChanges = statement<ChangedProduct>(`
  select l.product_id as id from product_tax_rate l, import_row r, tax_rate g where ${UNLINKED_SQL}
  union
  select r.target_product from import_row r cross join lateral (${RATES_OF_ROW}) w
  where r.is_first and not r.is_new_product
    and not exists (select from product_tax_rate l where l.product_id = r.target_product and l.rate_id = w.id)`)

const countUnlinked = statement<{ count: number }>(`
  select count(*)::int as count from product_tax_rate l, import_row r, tax_rate g where ${UNLINKED_SQL}`)
