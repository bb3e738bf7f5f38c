import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import type { LineItem } from '#entities/cart/line-item/line-item.ts'
import { type FulfillmentProviders, findFulfillmentProvider } from '#entities/cart/shipping/choose-shipping.ts'
import type { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import type { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import type { Order } from '../order/order.ts'
import { buildShipment } from './build-shipment.ts'
import { Fulfillment } from './fulfillment.ts'
import { FulfillmentItem } from './fulfillment-item.ts'
import { type FulfillableLine, planFulfillments } from './plan-fulfillments.ts'

export interface FulfillmentInput {
  /** Of an order, or of a claim or swap of it; the order is locked. */
  owner: { order_id: string } | { claim_order_id: string } | { swap_id: string }
  order: Order
  /** Pieces that may be packed, with the profiles of their products. */
  lines: readonly { line: LineItem; profile_id: string | null; quantity: number }[]
  /** With their options. */
  methods: readonly ShippingMethod[]
  no_notification?: boolean | null | undefined
  location_id?: string | null | undefined
  metadata?: Metadata | null | undefined
}

/** Packs one parcel for each provider and profile, and counts the pieces as fulfilled. Lines that no method is for stay. */
export async function createFulfillments(
  em: EntityManager,
  providers: FulfillmentProviders,
  { owner, order, lines, methods, no_notification = null, location_id = null, metadata = null }: FulfillmentInput,
): Promise<Fulfillment[]> {
  const packable: FulfillableLine[] = lines.map(({ line, profile_id, quantity }) => ({
    id: line.id,
    profile_id,
    quantity,
  }))
  const byLine = new Map(lines.map(({ line }) => [line.id, line]))
  const withOptions = methods.map((method) => ({ method, shipping_option: optionOf(method) }))
  const packed: Fulfillment[] = []
  for (const { method: by, items } of planFulfillments(packable, withOptions)) {
    const { method, shipping_option } = by
    const { provider_id } = shipping_option
    const parcel = em.create(Fulfillment, { ...owner, provider_id, no_notification, location_id, metadata })
    for (const { item_id, quantity } of items) {
      em.create(FulfillmentItem, { fulfillment_id: parcel.id, item_id, quantity })
      const line = byLine.get(item_id) as LineItem
      line.fulfilled_quantity = (line.fulfilled_quantity ?? 0) + quantity
    }
    const pieces = items.map(({ item_id, quantity }) => ({ line: byLine.get(item_id) as LineItem, quantity }))
    const shipment = buildShipment({ id: parcel.id, order, pieces, method: method.data })
    parcel.data = await findFulfillmentProvider(providers, shipping_option).createFulfillment(shipment)
    packed.push(parcel)
  }
  return packed
}

const optionOf = (method: ShippingMethod) => method.shipping_option as ShippingOption
