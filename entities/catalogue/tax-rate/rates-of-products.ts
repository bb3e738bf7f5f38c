import { statement } from '#database/statement.ts'

export interface RateOfProduct {
  product_id: string
  region_id: string
  /** The sum of the rates of the product and of its type, in percent. */
  rate: number
}

/** Returns the rates of the products with their own tax rates. The others have the rate of the region. */
export const selectRatesOfProducts = statement<RateOfProduct, [product_ids: readonly string[]]>(`
  with linked as (
    select l.product_id, t.id, t.region_id, t.rate from product_tax_rate l join tax_rate t on t.id = l.rate_id
    where l.product_id = any($1::text[])
    union
    select p.id, t.id, t.region_id, t.rate from product p
      join product_type_tax_rate l on l.product_type_id = p.type_id join tax_rate t on t.id = l.rate_id
    where p.id = any($1::text[]))
  select product_id, region_id, coalesce(sum(rate), 0)::float8 as rate from linked
  group by product_id, region_id order by product_id, region_id`)
