import type { EntityManager } from '@mikro-orm/postgresql'
import { addShippingMethods, type ShippingMethodInput } from '#entities/cart/shipping/add-shipping-methods.ts'
import type { FulfillmentProviders } from '#entities/cart/shipping/choose-shipping.ts'
import { deleteShippingMethods } from '#entities/cart/shipping/delete-shipping-methods.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import type { FulfillmentData } from '#entities/market/shipping/fulfillment-port.ts'
import type { Order } from '../order/order.ts'
import type { ClaimOrder } from './claim-order.ts'

/** A method that the claim has, by its id, or a new one by the id of an option. Prices are in minor units. */
export interface ClaimMethod {
  id?: string | null | undefined
  option_id?: string | null | undefined
  price?: number | null | undefined
  data?: FulfillmentData | null | undefined
}

export interface ShippedClaim {
  claim: ClaimOrder
  order: Order
  /** What is sent, without tax. */
  subtotal: number
  methods: readonly ClaimMethod[]
}

/**
 * Ships what a claim sends by exactly these methods.
 * @throws NotFound for a method that the claim does not have, and for an unknown option. InvalidData for an option of
 * another region, and for a method without either.
 */
export async function setMethods(
  em: EntityManager,
  providers: FulfillmentProviders,
  { claim, order, subtotal, methods }: ShippedClaim,
): Promise<void> {
  const present = await em.find(ShippingMethod, { claim_order_id: claim.id })
  const dropped = present.filter(({ id }) => !methods.some((method) => method.id === id))
  if (dropped.length > 0) await deleteShippingMethods(em, idsOf(dropped))
  const wanted: ShippingMethodInput[] = []
  for (const { id, option_id, price, data } of methods) {
    if (id) changeMethod(present, { id, price, data })
    else if (option_id) wanted.push({ option_id, price, data })
    else throw new InvalidData('option_id should not be empty')
  }
  const goods = { id: order.cart_id ?? order.id, subtotal }
  const consignment = { owner: { claim_order_id: claim.id }, region_id: order.region_id, goods }
  await addShippingMethods(em, providers, { ...consignment, methods: wanted })
}

function changeMethod(present: readonly ShippingMethod[], { id, price, data }: ClaimMethod): void {
  const method = present.find((one) => one.id === id)
  if (!method) throw new NotFound(`Shipping Method with ${id} was not found`)
  method.price = price ?? method.price
  method.data = data ?? method.data
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
