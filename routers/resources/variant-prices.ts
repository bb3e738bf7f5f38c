import { findPriceSetting, type PriceQuery } from '#entities/cart/line-item/find-price-setting.ts'
import { readLowestPrices } from '#entities/catalogue/price-period/read-lowest-prices.ts'
import { NO_PRICE } from '#entities/catalogue/product/price.ts'
import type { PriceSetting } from '#entities/catalogue/product/price-setting.ts'
import {
  computeVariantPrices,
  priceRowsOf,
  readVariantPrices,
  type VariantPrice,
} from '#entities/catalogue/product/prices-of.ts'
import { readPriceSetting, readPriceSettingWith } from '#entities/catalogue/product/read-price-setting.ts'
import type { Identity } from '../context/context.ts'
import type { Reader } from '../context/dependencies.ts'

interface VariantRow {
  id: string
  prices?: { id: string }[] | undefined
}

/** Sets the prices in one statement. Removes prices that do not apply in the market of the request. */
export async function fillPrices(
  reader: Reader,
  variants: readonly VariantRow[],
  setting: PriceSetting,
): Promise<void> {
  const prices = await readVariantPrices(reader.em, idsOf(variants), setting)
  await showPrices(reader, variants, { prices, setting })
}

const idsOf = (variants: readonly VariantRow[]) => variants.map(({ id }) => id)

interface FoundPrices {
  prices: ReadonlyMap<string, VariantPrice>
  setting: PriceSetting
}

async function showPrices(
  reader: Reader,
  variants: readonly VariantRow[],
  { prices, setting }: FoundPrices,
): Promise<void> {
  if (variants.some((variant) => 'lowest_price' in variant))
    await fillLowestPrices(reader, variants, { prices, setting })
  for (const variant of variants) {
    const { amount_ids, ...price } = prices.get(variant.id) ?? NOT_PRICED
    for (const column in price) if (column in variant) Reflect.set(variant, column, Reflect.get(price, column))
    if (variant.prices) variant.prices = variant.prices.filter(({ id }) => amount_ids.has(id))
  }
}

const NOT_PRICED = { ...NO_PRICE, amount_ids: new Set<string>() }

async function fillLowestPrices(
  { em, dependencies }: Reader,
  variants: readonly VariantRow[],
  { prices, setting }: FoundPrices,
): Promise<void> {
  // The lowest price of 30 days changes with the time.
  dependencies?.refuseReuse()
  const taxRates = new Map(Array.from(prices, ([id, { tax_rates }]) => [id, tax_rates]))
  const lowestPrices = await readLowestPrices(em, taxRates, setting)
  for (const variant of variants) Object.assign(variant, { lowest_price: lowestPrices.get(variant.id) ?? null })
}

type Viewer = Reader & Pick<Identity, 'customer_id' | 'customer_group_ids'>

/** Sets the prices in the setting of the cart, or else of the region, or else of the currency. */
export async function fillStorePrices(
  viewer: Viewer,
  variants: readonly VariantRow[],
  query: PriceQuery,
): Promise<void> {
  const { em } = viewer
  if (query.cart_id) return fillPrices(viewer, variants, await readStoreSetting(viewer, query))
  const [setting, rows] = await readPriceSettingWith(em, marketOf(viewer, query), priceRowsOf(idsOf(variants)))
  const prices = await computeVariantPrices(em, rows, { ...setting, quantity: null })
  await showPrices(viewer, variants, { prices, setting })
}

export const readStoreSetting = (viewer: Viewer, query: PriceQuery): Promise<PriceSetting> =>
  query.cart_id
    ? findPriceSetting(viewer.em, { cart_id: query.cart_id, customer_id: viewer.customer_id })
    : readPriceSetting(viewer.em, marketOf(viewer, query))

const marketOf = ({ customer_id, customer_group_ids }: Viewer, { region_id, currency_code }: PriceQuery) => ({
  region_id,
  currency_code,
  customer_id,
  customer_group_ids,
})
