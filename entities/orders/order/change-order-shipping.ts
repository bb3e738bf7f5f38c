import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows } from '#database/rows.ts'
import { createShippingMethod, readOptionTaxRates } from '#entities/cart/shipping/add-shipping-methods.ts'
import { findFulfillmentProvider } from '#entities/cart/shipping/choose-shipping.ts'
import { deleteShippingMethods } from '#entities/cart/shipping/delete-shipping-methods.ts'
import { requireUsableOption } from '#entities/cart/shipping/usable-option.ts'
import type { FulfillmentData, FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { query } from '#entities/query.ts'
import { recordEarlierExcess, syncPaymentAfterChange } from '../payment/sync-payment.ts'
import { lockOrder } from './lock-order.ts'

export interface OrderShippingInput {
  id: string
  option_id: string
  price: number
  data?: FulfillmentData | null | undefined
}

/** Replaces the shipping methods of the same shipping profile. */
export async function changeOrderShipping(
  em: EntityManager,
  providers: FulfillmentProviders,
  { id, option_id, price, data }: OrderShippingInput,
): Promise<void> {
  const order = await lockOrder(em, id)
  order.assertNotCanceled('A shipping method cannot be added to a canceled order')
  const options = await findRows(em, ShippingOption, { id: option_id })
  const option = requireUsableOption(options, { option_id, region_id: order.region_id, is_return: false })
  const validData = await findFulfillmentProvider(providers, option).validateMethod(option.data, data ?? {})
  await recordEarlierExcess(em, order)
  await removeMethodsOfProfile(em, id, option.profile_id)
  const tax_lines = (await readOptionTaxRates(em, [option_id])).get(option_id) ?? []
  createShippingMethod(em, { order_id: id }, { option, price, data: validData, tax_lines })
  await syncPaymentAfterChange(em, order)
  await announce(em, 'order.updated', { id, no_notification: order.no_notification ?? null })
}

async function removeMethodsOfProfile(em: EntityManager, order_id: string, profile_id: string): Promise<void> {
  const methods = await selectMethodsOfProfile(em, order_id, profile_id)
  const ids = methods.map((method) => method.id)
  if (ids.length > 0) await deleteShippingMethods(em, ids)
}

/** The shipping option of a stored method may have been deleted. */
const selectMethodsOfProfile = query((db, order_id: string, profile_id: string) =>
  db
    .selectFrom('shipping_method as m')
    .innerJoin('shipping_option as o', 'o.id', 'm.shipping_option_id')
    .select('m.id')
    .where('m.order_id', '=', order_id)
    .where('o.profile_id', '=', profile_id),
)
