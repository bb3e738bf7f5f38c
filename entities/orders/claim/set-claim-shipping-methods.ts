import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, type Row } from '#database/rows.ts'
import { addShippingMethods, type ShippingMethodInput } from '#entities/cart/shipping/add-shipping-methods.ts'
import { deleteShippingMethods } from '#entities/cart/shipping/delete-shipping-methods.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import type { FulfillmentData, FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import type { LockedClaim } from './lock-claim.ts'

/** An existing method has an `id`, a new one an `option_id`. Prices are in minor units. */
export interface ClaimShippingMethod {
  id?: string | null | undefined
  option_id?: string | null | undefined
  price?: number | null | undefined
  data?: FulfillmentData | null | undefined
}

export interface ClaimShippingInput extends LockedClaim {
  subtotal: number
  methods: readonly ClaimShippingMethod[]
}

export async function setClaimShippingMethods(
  em: EntityManager,
  providers: FulfillmentProviders,
  { claim, order, subtotal, methods: inputs }: ClaimShippingInput,
): Promise<void> {
  const methods = await findRows(em, ShippingMethod, { claim_order_id: claim.id })
  const removedIds = methods.map(({ id }) => id).filter((id) => !inputs.some((input) => input.id === id))
  if (removedIds.length > 0) await deleteShippingMethods(em, removedIds)
  const newMethods: ShippingMethodInput[] = []
  for (const { id, option_id, price, data } of inputs) {
    if (id) updateMethod(methods, { id, price, data })
    else if (option_id) newMethods.push({ option_id, price, data })
    else throw new InvalidData('option_id should not be empty').because({ name: 'value_required' })
  }
  const goods = { id: order.cart_id ?? order.id, subtotal }
  const shippingTarget = { owner: { claim_order_id: claim.id }, region_id: order.region_id, goods }
  await addShippingMethods(em, providers, { ...shippingTarget, methods: newMethods })
}

function updateMethod(methods: readonly Row<ShippingMethod>[], { id, price, data }: ClaimShippingMethod): void {
  const method = methods.find((candidate) => candidate.id === id)
  if (!method) throw new NotFound(`Shipping Method with ${id} was not found`)
  method.price = price ?? method.price
  method.data = data ?? method.data
}
