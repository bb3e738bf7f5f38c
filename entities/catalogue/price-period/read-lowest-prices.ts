import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { PriceSetting } from '#entities/catalogue/product/price-setting.ts'
import type { Rated } from '#entities/market/tax/tax.ts'
import { now } from '#entities/values/clock.ts'
import { findLowestPrice, type LowestPrice, type VisiblePrice } from './lowest-price.ts'

/** Returns the lowest prices by variant id. `taxRates` has the tax rates of each variant, or null if it shows no taxes. */
export async function readLowestPrices(
  em: EntityManager,
  taxRates: ReadonlyMap<string, readonly Rated[] | null>,
  { currency, region, customer_group_ids }: PriceSetting,
): Promise<Map<string, LowestPrice | null>> {
  const rows = await selectPeriods(em, [...taxRates.keys()])
  const periods = Map.groupBy(rows, ({ variant_id }) => variant_id)
  const lowestPriceOf = (id: string, rates: readonly Rated[] | null) =>
    currency &&
    findLowestPrice(periods.get(id) ?? [], {
      ...{ currency, region, customer_group_ids, now: now() },
      ...{ tax_rates: rates ?? [], shown_tax_rates: rates },
    })
  return new Map(Array.from(taxRates, ([id, rates]) => [id, lowestPriceOf(id, rates)]))
}

const selectPeriods = statement<VisiblePrice & { variant_id: string }>(`
  select variant_id, amount::float8 as amount, currency_code, region_id, price_list_id, includes_tax, customer_group_ids,
    extract(epoch from visible_from)::float8 * 1000 as visible_from, extract(epoch from visible_to)::float8 * 1000 as visible_to
  from price_period where variant_id = any($1::text[])
  order by visible_from, money_amount_id`)
