import type { EntityManager } from '@mikro-orm/postgresql'
import { createShippingMethod, readOptionTaxRates } from '#entities/cart/shipping/add-shipping-methods.ts'
import { type FulfillmentProviders, findFulfillmentProvider } from '#entities/cart/shipping/choose-shipping.ts'
import { deleteShippingMethods } from '#entities/cart/shipping/delete-shipping-methods.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { requireUsableOption } from '#entities/cart/shipping/usable-option.ts'
import type { FulfillmentData } from '#entities/market/shipping/fulfillment-port.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { lockOpenOrder } from './lock-order.ts'

export interface OrderShippingInput {
  id: string
  option_id: string
  /** Minor units. */
  price: number
  data?: FulfillmentData | null | undefined
}

/**
 * Ships an order by this option from now on, instead of any other of the same shipping profile, taxed as at the checkout.
 * @throws NotFound. NotAllowed where the order is canceled. InvalidData where the option does not ship there.
 */
export async function changeOrderShipping(
  em: EntityManager,
  providers: FulfillmentProviders,
  { id, option_id, price, data }: OrderShippingInput,
): Promise<void> {
  const order = await lockOpenOrder(em, id, 'A shipping method cannot be added to a canceled order')
  const found = await em.find(ShippingOption, { id: option_id })
  const option = requireUsableOption(found, { option_id, region_id: order.region_id, is_return: false })
  const validated = await findFulfillmentProvider(providers, option).validateMethod(option.data, data ?? {})
  const replaced = await em.find(
    ShippingMethod,
    { order_id: id, shipping_option: { profile_id: option.profile_id } },
    ALL,
  )
  if (replaced.length > 0) {
    await deleteShippingMethods(
      em,
      replaced.map((method) => method.id),
    )
  }
  const tax_lines = (await readOptionTaxRates(em, [option_id])).get(option_id) ?? []
  createShippingMethod(em, { order_id: id }, { option, price, data: validated, tax_lines })
  await announce(em, 'order.updated', { id, no_notification: order.no_notification ?? null })
}

/** Also by options that were deleted since. */
const ALL = { filters: { alive: false }, disableIdentityMap: true } as const
