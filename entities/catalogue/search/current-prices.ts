import type { PriceSetting } from '../product/price-setting.ts'

/**
 * Returns the condition for the prices `m` of a variant that `selectPrice` considers for one unit. `add` adds a value and
 * returns its placeholder.
 */
export function currentPriceSql(
  { currency, region, customer_group_ids }: PriceSetting,
  add: (value: unknown) => string,
): string {
  return `
    m.deleted_at is null and m.min_quantity is null
    and (m.region_id is null and m.currency_code = ${add(currency?.code ?? null)}
      or m.region_id = ${add(region?.id ?? null)})
    and (m.price_list_id is null or exists (select from price_list t
      where t.id = m.price_list_id and t.deleted_at is null and t.status = 'active'
        and (t.starts_at is null or t.starts_at < now()) and (t.ends_at is null or t.ends_at > now())
        and (not exists (select from price_list_customer_groups g where g.price_list_id = t.id)
          or exists (select from price_list_customer_groups g where g.price_list_id = t.id and g.customer_group_id in
            (select jsonb_array_elements_text(${add(JSON.stringify(customer_group_ids))}::jsonb))))))`
}
