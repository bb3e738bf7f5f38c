/**
 * The query for the rates of a region that are linked to a product or to its type (storefront §3.7). Both are SQL: an
 * expression for the id of the region, and the alias under which the product is in scope.
 */
export const ratesLinkedTo = ({ product, region_id }: { product: string; region_id: string }) => `
  select rate.id, rate.rate, rate.name, rate.code from tax_rate rate
  where rate.region_id = ${region_id}
    and (exists (select from product_tax_rate l where l.rate_id = rate.id and l.product_id = ${product}.id)
      or exists (select from product_type_tax_rate l where l.rate_id = rate.id and l.product_type_id = ${product}.type_id))
  order by rate.created_at, rate.id`

/** The query for the rates of a region that are linked to a shipping option. Both ids are SQL expressions. */
export const ratesLinkedToOption = ({ option_id, region_id }: { option_id: string; region_id: string }) => `
  select rate.id, rate.rate, rate.name, rate.code
  from tax_rate rate join shipping_tax_rate l on l.rate_id = rate.id
  where rate.region_id = ${region_id} and l.shipping_option_id = ${option_id}
  order by rate.created_at, rate.id`
