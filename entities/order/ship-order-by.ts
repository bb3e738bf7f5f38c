import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '../event/announce.ts'
import { ratesOfOptions, storeMethod } from '../shipping/add-methods.ts'
import { type FulfillmentProviders, providerOf } from '../shipping/choose-shipping.ts'
import type { FulfillmentData } from '../shipping/fulfillment.ts'
import { removeMethods } from '../shipping/remove-methods.ts'
import { ShippingMethod } from '../shipping/shipping-method.ts'
import { ShippingOption } from '../shipping/shipping-option.ts'
import { usableOption } from '../shipping/usable-option.ts'
import { lockOpenOrder } from './lock-order.ts'

export interface WantedShipping {
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
export async function shipOrderBy(
  em: EntityManager,
  providers: FulfillmentProviders,
  { id, option_id, price, data }: WantedShipping,
): Promise<void> {
  const order = await lockOpenOrder(em, id, 'A shipping method cannot be added to a canceled order')
  const found = await em.find(ShippingOption, { id: option_id })
  const option = usableOption(found, { option_id, region_id: order.region_id, is_return: false })
  const validated = await providerOf(providers, option).validateMethod(option.data, data ?? {})
  const replaced = await em.find(
    ShippingMethod,
    { order_id: id, shipping_option: { profile_id: option.profile_id } },
    ALL,
  )
  if (replaced.length > 0) {
    await removeMethods(
      em,
      replaced.map((method) => method.id),
    )
  }
  const tax_lines = (await ratesOfOptions(em, [option_id])).get(option_id) ?? []
  storeMethod(em, { order_id: id }, { option, price, data: validated, tax_lines })
  await announce(em, 'order.updated', { id, no_notification: order.no_notification ?? null })
}

/** Also by options that were deleted since. */
const ALL = { filters: { alive: false }, disableIdentityMap: true } as const
