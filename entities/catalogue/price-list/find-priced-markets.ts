import { statement } from '#database/statement.ts'
import type { PricedMarket } from './read-buyer-prices.ts'

/** Selects the markets of these price rows and of the price rows of these lists, at most 100. */
export const findPricedMarkets = statement<
  PricedMarket & { customer_group_ids: string[] },
  [priceIds: readonly string[], listIds: readonly string[]]
>(`
  select m.variant_id, m.currency_code, m.region_id,
    array(select customer_group_id from price_list_customer_groups where price_list_id = m.price_list_id) as customer_group_ids
  from money_amount m where (m.id = any($1::text[]) or m.price_list_id = any($2::text[])) and m.deleted_at is null
  order by m.created_at, m.id limit 100`)
