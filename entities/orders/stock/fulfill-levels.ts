import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { insertRow, type Row } from '#database/rows.ts'
import { batch } from '#database/statement.ts'
import type { LineItem } from '#entities/cart/line-item/line-item.ts'
import { findItemsOfVariants, type VariantItem } from '#entities/inventory/item/find-items.ts'
import { query } from '#entities/query.ts'
import { FulfillmentStock } from '../fulfillment/fulfillment-stock.ts'
import { groupManagedItems, itemsOfLine, lockLinesInStock, variantIdsOf } from './lines-in-stock.ts'
import type { PlannedShipment, Shipment } from './order-stock.ts'
import { planShipment, type ShippedLine } from './plan-shipment.ts'

/** Reads the stock without locks. `fulfillFromLevels` checks it again. */
export async function assertInLevels(em: EntityManager, { lines, location_id }: PlannedShipment): Promise<void> {
  const lineIds = lines.map(({ line }) => line.id)
  const variantIds = variantIdsOf(lines.map(({ line }) => line))
  const [items, levels, reservations] = await batch(
    em,
    findItemsOfVariants.with(variantIds),
    selectLevels.with(variantIds),
    selectReservations.with(lineIds),
  )
  const itemsByVariant = groupManagedItems(items)
  planShipment(
    lines.map(({ line, quantity }) => ({
      ...describeLine(line, { quantity, location_id }, itemsByVariant),
      unfulfilled: line.unfulfilledQuantity(),
    })),
    { levels, reservations },
  )
}

/** Takes the units from the shelves and uses the reservations of the lines. */
export async function fulfillFromLevels(em: EntityManager, shipments: readonly Shipment[]): Promise<void> {
  const shippedLines = shipments.flatMap(({ items }) => items.map(({ line }) => line))
  const { levels, reservations, itemsByVariant } = await lockLinesInStock(em, shippedLines)
  for (const { fulfillment, items } of shipments) {
    const location_id = fulfillment.location_id ?? null
    const lines = items.map(({ line, quantity }) => ({
      ...describeLine(line, { quantity, location_id }, itemsByVariant),
      unfulfilled: line.unfulfilledQuantity() + quantity,
    }))
    const { units, reservedAfter } = planShipment(lines, { levels: levels.levels, reservations })
    for (const { line_id, ...taken } of units) {
      levels.take(taken.inventory_item_id, taken.location_id, taken.quantity)
      insertRow(em, FulfillmentStock, { fulfillment_id: fulfillment.id, item_id: line_id, ...taken })
    }
    for (const reservation of reservations) {
      const quantity = reservedAfter.get(reservation.id)
      if (quantity !== undefined) levels.resize(reservation, quantity)
    }
    const locationIds = new Set(units.map((taken) => taken.location_id))
    if (location_id === null && locationIds.size === 1) [fulfillment.location_id] = locationIds
  }
  await levels.save()
}

function describeLine(
  line: Row<LineItem>,
  { quantity, location_id }: { quantity: number; location_id: string | null },
  itemsByVariant: ReadonlyMap<string, VariantItem[]>,
): Omit<ShippedLine, 'unfulfilled'> {
  return { line_id: line.id, title: line.title, quantity, location_id, items: itemsOfLine(itemsByVariant, line) }
}

const selectLevels = query((db, variantIds: readonly string[]) =>
  db
    .selectFrom('inventory_level as level')
    .innerJoin('product_variant_inventory_item as link', 'link.inventory_item_id', 'level.inventory_item_id')
    .select(['level.inventory_item_id', 'level.location_id', 'level.stocked_quantity'])
    .where('link.variant_id', '=', anyOf(variantIds)),
)

const selectReservations = query((db, lineIds: readonly string[]) =>
  db
    .selectFrom('reservation_item')
    .select(['id', 'line_item_id', 'inventory_item_id', 'location_id', 'quantity'])
    .where('line_item_id', '=', anyOf(lineIds))
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id'),
)
