import type { EntityManager } from '@mikro-orm/postgresql'
import { fromJson, jsonListSql } from '#database/json-rows.ts'
import { statement } from '#database/statement.ts'
import type { CartLineSnapshot, CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import { type PriceAmount, selectPrice } from '#entities/catalogue/product/price.ts'
import { NotFound } from '#entities/errors.ts'
import { now } from '#entities/values/clock.ts'

type ListedPrice = Omit<PriceAmount, 'price_list' | 'price_list_id'> & { variant_id: string }

export interface SimulatedPriceList {
  includes_tax: boolean
  type: 'sale' | 'override'
  customer_group_ids: string[]
  /** The prices of each variant. */
  prices: ReadonlyMap<string, readonly ListedPrice[]>
}

type StoredList = Omit<SimulatedPriceList, 'prices'> & { prices: readonly ListedPrice[] }

/** A price list as if it was active. @throws NotFound */
export async function storedPriceList(em: EntityManager, id: string): Promise<SimulatedPriceList> {
  const [row] = await selectPriceList(em, id)
  if (!row) throw new NotFound(`Price list with id: ${id} was not found`)
  const { prices, ...list } = fromJson<StoredList>(row.list)
  return { ...list, prices: Map.groupBy(prices, ({ variant_id }) => variant_id) }
}

/** Returns the cart with the prices that it has if the list applies, too. Prices that an administrator fixed stay. */
export const withPriceList = (
  cart: CartSnapshot,
  list: SimulatedPriceList,
  customer_group_ids: readonly string[],
): CartSnapshot => ({
  ...cart,
  items: cart.items.map((line) =>
    line.variant_id === null || line.is_price_fixed || line.is_return
      ? line
      : { ...line, ...priceOf(line, { cart, list, customer_group_ids }) },
  ),
})

interface Listed {
  cart: CartSnapshot
  list: SimulatedPriceList
  customer_group_ids: readonly string[]
}

function priceOf(line: CartLineSnapshot, { cart: { region }, list, customer_group_ids }: Listed) {
  const { unit_price, includes_tax, quantity, tax_lines, variant_id } = line
  const terms = { ...list, status: 'active' as const, starts_at: null, ends_at: null }
  const base = {
    ...{ amount: unit_price, currency_code: region.currency_code, region_id: null },
    ...{ min_quantity: null, max_quantity: null, price_list_id: null, price_list: null },
  }
  const listed = list.prices.get(variant_id ?? '') ?? []
  const { calculated_price, calculated_price_includes_tax } = selectPrice(
    [base, ...listed.map((price) => ({ ...price, price_list_id: 'simulated', price_list: terms }))],
    {
      currency: { code: region.currency_code, includes_tax },
      region: { id: region.id, includes_tax: region.includes_tax },
      ...{ customer_group_ids, quantity, tax_rates: tax_lines, now: now() },
    },
  )
  return {
    unit_price: calculated_price ?? unit_price,
    includes_tax: calculated_price_includes_tax ?? includes_tax,
  }
}

const selectPriceList = statement<{ list: unknown }>(`
  select to_json(shown) as list from (
    select l.type, l.includes_tax,
      array(select customer_group_id from price_list_customer_groups where price_list_id = l.id) as customer_group_ids,
      ${jsonListSql(`
        select variant_id, amount, currency_code, region_id, min_quantity, max_quantity from money_amount
        where price_list_id = l.id and deleted_at is null`)} as prices
    from price_list l where l.id = $1 and l.deleted_at is null) shown`)
