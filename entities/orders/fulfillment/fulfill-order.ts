import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { lockOrder } from '../order/lock-order.ts'
import { createFulfillments, type LineToFulfill } from './create-fulfillments.ts'
import { findShippedGoods, type MethodToShip, type ShippedGoods } from './find-shipped-goods.ts'
import { findUnassignedLines } from './plan-fulfillments.ts'

export interface OrderFulfillmentInput {
  order_id: string
  /** Quantities are at least 1. Several entries can name the same line; their quantities are added. */
  items: readonly { item_id: string; quantity: number }[]
  no_notification?: boolean | null | undefined
  location_id?: string | null | undefined
  metadata?: Metadata | null | undefined
}

/** Creates one fulfillment for each provider and shipping profile. */
export async function fulfillOrder(
  em: EntityManager,
  providers: FulfillmentProviders,
  { order_id, items, location_id, metadata, ...input }: OrderFulfillmentInput,
): Promise<void> {
  const order = await lockOrder(em, order_id)
  order.assertNotCanceled('A canceled order cannot be fulfilled')
  const goods = await findShippedGoods(em, { order_id })
  const { methods } = goods
  const lines = selectLinesToFulfill(goods, items)
  assertShippable(lines, methods)
  const no_notification = input.no_notification ?? order.no_notification ?? null
  const target = { owner: { order_id }, order, no_notification, location_id, metadata }
  const fulfillments = await createFulfillments(em, providers, { ...target, lines, methods })
  order.syncFulfillmentStatus(goods.lines)
  await announceAll(
    em,
    fulfillments.map(
      ({ id: fulfillment_id }) =>
        ({ name: 'order.fulfillment_created', payload: { id: order_id, fulfillment_id, no_notification } }) as const,
    ),
  )
}

function selectLinesToFulfill(
  { lines, profileOf }: ShippedGoods,
  items: OrderFulfillmentInput['items'],
): LineToFulfill[] {
  return Array.from(
    Map.groupBy(items, ({ item_id }) => item_id),
    ([item_id, itemsOfLine]) => {
      const line = lines.find(({ id }) => id === item_id)
      if (!line)
        throw new InvalidData(`Line item with ${item_id} was not found`)
          .about('items')
          .because({ name: 'entry_missing' })
      const quantity = itemsOfLine.reduce((total, item) => total + item.quantity, 0)
      line.assertFulfillable(quantity)
      return { line, quantity, profile_id: profileOf(line) }
    },
  )
}

/** Checks all lines before the first provider call. */
function assertShippable(lines: readonly LineToFulfill[], methods: readonly MethodToShip[]): void {
  if (methods.length === 0)
    throw new NotAllowed('Cannot fulfill an order that lacks shipping methods').because({ name: 'no_shipping_method' })
  const unassigned = findUnassignedLines(lines, methods).map(({ line }) => line)
  if (unassigned.length === 0) return
  const ids = unassigned.map(({ id }) => id).join(', ')
  throw new NotAllowed(
    `No shipping method of the order can send the line items ${ids}. Add a shipping method for them first.`,
  ).because({ name: 'no_shipping_method_for_items', titles: unassigned.map(({ title }) => title).join(', ') })
}
