import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import type { LineItem } from '#entities/cart/line-item/line-item.ts'
import { findFulfillmentProvider } from '#entities/cart/shipping/choose-shipping.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { Step } from '#entities/platform/step/step.ts'
import type { Order } from '../order/order.ts'
import { orderStock, type Shipment } from '../stock/order-stock.ts'
import { buildShipment } from './build-shipment.ts'
import type { FulfillmentOwner, MethodToShip } from './find-shipped-goods.ts'
import { Fulfillment } from './fulfillment.ts'
import { FulfillmentItem } from './fulfillment-item.ts'
import { planFulfillments } from './plan-fulfillments.ts'

interface FulfillmentTarget {
  owner: FulfillmentOwner
  order: Row<Order>
  no_notification?: boolean | null | undefined
  location_id?: string | null | undefined
  metadata?: Metadata | null | undefined
}

export interface LineToFulfill {
  line: Row<LineItem>
  profile_id: string | null
  quantity: number
}

export interface FulfillmentInput extends FulfillmentTarget {
  lines: readonly LineToFulfill[]
  methods: readonly MethodToShip[]
}

export interface FulfillmentCreation {
  order: Row<Order>
  owner: FulfillmentOwner
  items: readonly { item_id: string; quantity: number }[]
}

export const createFulfillmentStep = new Step<FulfillmentCreation, { fulfillments: readonly Row<Fulfillment>[] }>({
  moment: 'An administrator fulfills items of an order, a claim or a swap.',
  context: { order: '', owner: 'the order, claim or swap', items: 'with `item_id` and `quantity`' },
  result: { fulfillments: '' },
  fields: ['order', 'line_item'],
})

/** Lines without a suitable shipping method stay unfulfilled. */
export async function createFulfillments(
  em: EntityManager,
  providers: FulfillmentProviders,
  { lines, methods, ...target }: FulfillmentInput,
): Promise<Row<Fulfillment>[]> {
  const plannedFulfillments = planFulfillments(
    lines.map(({ line, profile_id, quantity }) => ({ id: line.id, profile_id, quantity })),
    methods,
  )
  const linesById = new Map(lines.map(({ line }) => [line.id, line]))
  const plans = plannedFulfillments.map(({ method, items }) => ({
    ...method,
    items: items.map(({ item_id, quantity }) => ({ line: linesById.get(item_id)!, quantity })),
  }))
  const fulfilled = {
    order: target.order,
    owner: target.owner,
    items: plans.flatMap(({ items }) => items.map(({ line, quantity }) => ({ item_id: line.id, quantity }))),
  }
  await createFulfillmentStep.assertAllowed(em, fulfilled)
  const stock = await orderStock(em)
  await stock.assertFulfillable(em, {
    lines: plans.flatMap(({ items }) => items),
    location_id: target.location_id ?? null,
  })
  const shipments: Shipment[] = []
  for (const plan of plans) {
    const fulfillment = await createFulfillment(em, providers, { ...target, ...plan })
    shipments.push({ fulfillment, items: plan.items })
  }
  // Takes the stock after the calls of the carriers, because checkouts wait for its locks.
  await stock.fulfill(em, shipments)
  const fulfillments = shipments.map(({ fulfillment }) => fulfillment)
  createFulfillmentStep.addEffects(em, { ...fulfilled, fulfillments })
  return fulfillments
}

interface NewFulfillment extends FulfillmentTarget, MethodToShip {
  items: readonly { line: Row<LineItem>; quantity: number }[]
}

async function createFulfillment(
  em: EntityManager,
  providers: FulfillmentProviders,
  { owner, order, items, method, shipping_option, ...input }: NewFulfillment,
): Promise<Row<Fulfillment>> {
  const { no_notification = null, location_id = null, metadata = null } = input
  const { provider_id } = shipping_option
  const fulfillment = insertRow(em, Fulfillment, { ...owner, provider_id, no_notification, location_id, metadata })
  for (const { line, quantity } of items) {
    insertRow(em, FulfillmentItem, { fulfillment_id: fulfillment.id, item_id: line.id, quantity })
    line.recordFulfillment(quantity)
  }
  const shipment = buildShipment({ id: fulfillment.id, order, items, method: method.data })
  fulfillment.data = await findFulfillmentProvider(providers, shipping_option).createFulfillment(shipment)
  return fulfillment
}
