import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

interface ChangedProduct {
  id: string
}

/** Gives the products the rates of their tax classes. Returns the ids of the changed products that the shop had before. */
export async function applyTaxes(em: EntityManager): Promise<string[]> {
  await linkNewRates(em)
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

/** The rates of the products of the rows, in all regions. */
const WANTED_SQL = `
  with wanted as materialized (
    select r.target_product as product_id, r.is_new_product, t.id, t.region_id
    from import_row r join import_tax_class c on c.class = r.tax_class join tax_rate t on t.id = c.rate_id
    where r.is_first
    union
    select r.target_product, r.is_new_product, t.id, t.region_id
    from import_row r cross join jsonb_array_elements_text(r.tax_rates) as given (id) join tax_rate t on t.id = given.id
    where r.is_first
  )`

/**
 * A product keeps the rates that users have given it, except in the regions where its class has a rate. An undo brings exactly the
 * rates of before back.
 */
const UNLINKED_SQL = `
  r.is_first and not r.is_new_product and l.product_id = r.target_product and g.id = l.rate_id
    and not exists (select from wanted w where w.product_id = l.product_id and w.id = l.rate_id)
    and case when r.tax_rates is not null then true else r.tax_class is not null and (
      l.rate_id in (select c.rate_id from import_tax_class c)
      or exists (select from wanted w where w.product_id = l.product_id and w.region_id = g.region_id)) end`

const unlinkRates = statement<ChangedProduct>(`${WANTED_SQL}
  delete from product_tax_rate l using import_row r, tax_rate g where ${UNLINKED_SQL} returning l.product_id as id`)

const linkSql = (condition: string) => `${WANTED_SQL}
  insert into product_tax_rate (product_id, rate_id)
  select product_id, id from wanted where ${condition} order by 1, 2 on conflict do nothing`

const linkNewRates = statement(linkSql('is_new_product'))
const linkRates = statement<ChangedProduct>(`${linkSql('not is_new_product')} returning product_id as id`)

const selectChanges = statement<ChangedProduct>(`${WANTED_SQL}
  select l.product_id as id from product_tax_rate l, import_row r, tax_rate g where ${UNLINKED_SQL}
  union
  select w.product_id from wanted w
  where not w.is_new_product
    and not exists (select from product_tax_rate l where l.product_id = w.product_id and l.rate_id = w.id)`)

const countUnlinked = statement<{ count: number }>(`${WANTED_SQL}
  select count(*)::int as count from product_tax_rate l, import_row r, tax_rate g where ${UNLINKED_SQL}`)
