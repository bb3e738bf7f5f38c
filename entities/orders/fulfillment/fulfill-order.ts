import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import type { FulfillmentProviders } from '#entities/cart/shipping/choose-shipping.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import type { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import type { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { advanceOrder } from '../order/advance-order.ts'
import { lockOpenOrder } from '../order/lock-order.ts'
import { fulfillmentStatusOf } from '../order/transitions.ts'
import { createFulfillments } from './create-fulfillments.ts'
import { findUnassignedLines } from './plan-fulfillments.ts'

export interface OrderFulfillmentInput {
  order_id: string
  /** At least one piece of each; a line that is named twice counts twice. */
  items: readonly { item_id: string; quantity: number }[]
  no_notification?: boolean | null | undefined
  location_id?: string | null | undefined
  metadata?: Metadata | null | undefined
}

/**
 * Packs pieces of an order: one parcel for each provider and shipping profile.
 * @throws NotFound for the order. InvalidData for a line that is not of it. NotAllowed for a canceled order, for more
 * pieces than are left, and for pieces that no shipping method of the order can send.
 */
export async function fulfillOrder(
  em: EntityManager,
  providers: FulfillmentProviders,
  { order_id, items, no_notification, location_id, metadata }: OrderFulfillmentInput,
): Promise<void> {
  const order = await lockOpenOrder(em, order_id, 'A canceled order cannot be fulfilled')
  const all = await em.find(LineItem, { order_id }, { populate: ['variant.product'], filters: false })
  const lines = selectLinesToFulfill(all, items)
  const methods = await em.find(ShippingMethod, { order_id }, { populate: ['shipping_option'], filters: false })
  if (methods.length === 0) throw new NotAllowed('Cannot fulfill an order that lacks shipping methods')
  refuseLeftOver(lines, methods)
  const silence = no_notification ?? order.no_notification ?? null
  const packed = await createFulfillments(em, providers, {
    owner: { order_id },
    order,
    lines,
    methods,
    no_notification: silence,
    location_id,
    metadata,
  })
  advanceOrder(order, { fulfillment_status: fulfillmentStatusOf(all, order.fulfillment_status) })
  await announceAll(
    em,
    packed.map(
      ({ id }) =>
        ({
          name: 'order.fulfillment_created',
          payload: { id: order_id, fulfillment_id: id, no_notification: silence },
        }) as const,
    ),
  )
}

interface LineToFulfill {
  line: LineItem
  profile_id: string | null
  quantity: number
}

function selectLinesToFulfill(all: readonly LineItem[], items: OrderFulfillmentInput['items']): LineToFulfill[] {
  return Array.from(
    Map.groupBy(items, ({ item_id }) => item_id),
    ([item_id, named]) => {
      const line = all.find(({ id }) => id === item_id)
      if (!line) throw new InvalidData(`Line item with ${item_id} was not found`)
      const quantity = named.reduce((pieces, item) => pieces + item.quantity, 0)
      if ((line.fulfilled_quantity ?? 0) + quantity > line.quantity)
        throw new NotAllowed('Cannot fulfill more items than have been purchased')
      const variant = line.variant as ProductVariant | null
      return { line, quantity, profile_id: variant?.product?.profile_id ?? null }
    },
  )
}

/** Before a provider is told of any parcel. */
function refuseLeftOver(lines: readonly LineToFulfill[], methods: readonly ShippingMethod[]): void {
  const options = methods.map(({ shipping_option }) => ({ shipping_option: shipping_option as ShippingOption }))
  const left = findUnassignedLines(lines, options).map(({ line }) => line.id)
  if (left.length > 0)
    throw new NotAllowed(
      `No shipping method of the order can send the line items ${left.join(', ')}. Add a shipping method for them first.`,
    )
}
