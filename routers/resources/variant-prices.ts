import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { findPriceSetting, type PriceQuery } from '#entities/cart/line-item/find-price-setting.ts'
import { readLowestPrices } from '#entities/catalogue/price-period/read-lowest-prices.ts'
import { NO_PRICE } from '#entities/catalogue/product/price.ts'
import type { PriceSetting } from '#entities/catalogue/product/price-setting.ts'
import { readVariantPrices, type VariantPrice } from '#entities/catalogue/product/prices-of.ts'
import { readPriceSetting } from '#entities/catalogue/product/read-price-setting.ts'
import { dependenciesOf } from '../answer-cache/dependencies.ts'
import type { ProcedureContext } from '../context.ts'

export const priceContext = {
  cart_id: z.string().optional(),
  region_id: z.string().optional(),
  currency_code: z.string().optional(),
}

interface VariantRow {
  id: string
  prices?: { id: string }[] | undefined
}

/** Sets the prices in one statement. Removes prices that do not apply in the market of the request. */
export async function fillPrices(
  em: EntityManager,
  variants: readonly VariantRow[],
  setting: PriceSetting,
): Promise<void> {
  const prices = await readVariantPrices(
    em,
    variants.map((variant) => variant.id),
    setting,
  )
  if (variants.some((variant) => 'lowest_price' in variant)) await fillLowestPrices(em, variants, { prices, setting })
  for (const variant of variants) {
    const { amount_ids, ...price } = prices.get(variant.id) ?? NOT_PRICED
    for (const column in price) if (column in variant) Reflect.set(variant, column, Reflect.get(price, column))
    if (variant.prices) variant.prices = variant.prices.filter(({ id }) => amount_ids.has(id))
  }
}

const NOT_PRICED = { ...NO_PRICE, amount_ids: new Set<string>() }

async function fillLowestPrices(
  em: EntityManager,
  variants: readonly VariantRow[],
  { prices, setting }: { prices: ReadonlyMap<string, VariantPrice>; setting: PriceSetting },
): Promise<void> {
  // The lowest price of 30 days changes with the time.
  dependenciesOf(em)?.refuseReuse()
  const taxRates = new Map(Array.from(prices, ([id, { tax_rates }]) => [id, tax_rates]))
  const lowestPrices = await readLowestPrices(em, taxRates, setting)
  for (const variant of variants) Object.assign(variant, { lowest_price: lowestPrices.get(variant.id) ?? null })
}

type Viewer = Pick<ProcedureContext, 'em' | 'customer_id' | 'customer_group_ids'>

export async function fillStorePrices(
  viewer: Viewer,
  variants: readonly VariantRow[],
  asked: PriceQuery,
): Promise<void> {
  await fillPrices(viewer.em, variants, await readStoreSetting(viewer, asked))
}

/** Returns the setting of the cart, or else of the region, or else of the currency. */
export function readStoreSetting(viewer: Viewer, asked: PriceQuery): Promise<PriceSetting> {
  const { em, customer_id, customer_group_ids } = viewer
  const { cart_id, region_id, currency_code } = asked
  if (cart_id) return findPriceSetting(em, { cart_id, customer_id })
  return readPriceSetting(em, { region_id, currency_code, customer_id, customer_group_ids })
}
