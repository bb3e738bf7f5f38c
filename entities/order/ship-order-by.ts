import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData, NotFound } from '../errors.ts'
import { announce } from '../event/announce.ts'
import { type FulfillmentProviders, providerOf } from '../shipping/choose-shipping.ts'
import type { FulfillmentData } from '../shipping/fulfillment.ts'
import { taxesOfOptions } from '../shipping/option-tax.ts'
import { ShippingMethod } from '../shipping/shipping-method.ts'
import { ShippingMethodTaxLine } from '../shipping/shipping-method-tax-line.ts'
import { ShippingOption } from '../shipping/shipping-option.ts'
import { lockOpenOrder } from './lock-order.ts'
import type { Order } from './order.ts'

export interface WantedShipping {
  id: string
  option_id: string
  /** Minor units; that of the option where it is not named. */
  price?: number | null | undefined
  data?: FulfillmentData | null | undefined
}

/**
 * Ships an order by this option from now on, instead of any other of the same shipping profile, taxed as it would be today.
 * @throws NotFound. NotAllowed where the order is canceled. InvalidData where the option does not ship there.
 */
export async function shipOrderBy(
  em: EntityManager,
  providers: FulfillmentProviders,
  { id, option_id, price, data }: WantedShipping,
): Promise<void> {
  const order = await lockOpenOrder(em, id, 'A shipping method cannot be added to a canceled order')
  const option = await shippingOption(em, order, option_id)
  const validated = await providerOf(providers, option).validateMethod(option.data, data ?? {})
  await removeMethods(em, order, option.profile_id)
  const method = em.create(ShippingMethod, {
    order_id: id,
    shipping_option_id: option_id,
    price: price ?? option.amount ?? 0,
    data: validated,
    includes_tax: option.includes_tax,
  })
  const { tax_rates = [] } = (await taxesOfOptions(em, [option_id])).get(option_id) ?? {}
  for (const { rate, name, code } of tax_rates)
    em.create(ShippingMethodTaxLine, { shipping_method_id: method.id, rate, name, code })
  await announce(em, 'order.updated', { id, no_notification: order.no_notification ?? null })
}

async function shippingOption(em: EntityManager, order: Order, id: string): Promise<ShippingOption> {
  const option = await em.findOne(ShippingOption, { id })
  if (!option) throw new NotFound(`Shipping Option with ${id} was not found`)
  if (option.is_return) throw new InvalidData('The shipping option is for returns')
  if (option.region_id !== order.region_id)
    throw new InvalidData("The shipping option is not available in the order's region")
  return option
}

async function removeMethods(em: EntityManager, { id: order_id }: Order, profile_id: string): Promise<void> {
  const methods = await em.find(ShippingMethod, { order_id, shipping_option: { profile_id } }, ALL)
  const ids = methods.map((method) => method.id)
  await em.nativeDelete(ShippingMethodTaxLine, { shipping_method_id: { $in: ids } })
  await em.nativeDelete(ShippingMethod, { id: { $in: ids } })
}

/** Also by options that were deleted since. */
const ALL = { filters: { alive: false }, disableIdentityMap: true } as const
