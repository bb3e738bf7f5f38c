import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { findPriceSetting, type PriceQuery } from '#entities/cart/line-item/find-price-setting.ts'
import { NO_PRICE } from '#entities/catalogue/product/price.ts'
import type { PriceSetting } from '#entities/catalogue/product/price-setting.ts'
import { readVariantPrices } from '#entities/catalogue/product/prices-of.ts'
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
  for (const variant of variants) {
    const { amount_ids, ...price } = prices.get(variant.id) ?? { ...NO_PRICE, amount_ids: new Set() }
    for (const [column, value] of Object.entries(price))
      if (column in variant) Object.assign(variant, { [column]: value })
    if (variant.prices) variant.prices = variant.prices.filter(({ id }) => amount_ids.has(id))
  }
}

export async function fillStorePrices(
  { em, customer_id }: Pick<ProcedureContext, 'em' | 'customer_id'>,
  variants: readonly VariantRow[],
  asked: PriceQuery,
): Promise<void> {
  const { cart_id, region_id, currency_code } = asked
  await fillPrices(em, variants, await findPriceSetting(em, { cart_id, region_id, currency_code, customer_id }))
}
