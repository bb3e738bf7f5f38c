import type { EntityManager } from '@mikro-orm/postgresql'
import type { PriceSetting } from '#entities/catalogue/product/price-setting.ts'
import { NotFound } from '#entities/errors.ts'
import { Currency } from '#entities/market/currency/currency.ts'
import { Region } from '#entities/market/region/region.ts'
import { findCustomerGroups } from '#entities/people/customer/customer-groups.ts'
import { Cart } from '../cart/cart.ts'

/** The region of the cart determines the price. Without a cart, the given region does, or else the given currency. */
export interface PriceQuery {
  cart_id?: string | null | undefined
  region_id?: string | null | undefined
  currency_code?: string | null | undefined
  customer_id?: string | null | undefined
}

export async function findPriceSetting(em: EntityManager, query: PriceQuery): Promise<PriceSetting> {
  const region = await findRegion(em, query)
  const currency = region ? (region.currency ?? null) : await findCurrency(em, query)
  return { currency, region, customer_group_ids: await findCustomerGroups(em, query.customer_id) }
}

async function findRegion(em: EntityManager, { cart_id, region_id }: PriceQuery): Promise<Region | null> {
  if (cart_id) {
    const cart = await em.findOne(Cart, { id: cart_id }, { populate: ['region.currency'] })
    if (!cart) throw new NotFound(`Cart with ${cart_id} was not found`)
    return cart.region ?? null
  }
  if (!region_id) return null
  const region = await em.findOne(Region, { id: region_id }, { populate: ['currency'] })
  if (!region) throw new NotFound(`Region with ${region_id} was not found`)
  return region
}

/** An unknown currency is valid: no variant has a price in it. */
async function findCurrency(em: EntityManager, { currency_code }: PriceQuery): Promise<PriceSetting['currency']> {
  if (!currency_code) return null
  const code = currency_code.toLowerCase()
  return (await em.findOne(Currency, { code })) ?? { code, includes_tax: false }
}
