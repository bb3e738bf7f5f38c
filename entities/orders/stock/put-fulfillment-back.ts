import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, type Row } from '#database/rows.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import type { VariantItem } from '#entities/inventory/item/find-items.ts'
import type { Fulfillment } from '../fulfillment/fulfillment.ts'
import type { FulfillmentItem } from '../fulfillment/fulfillment-item.ts'
import { FulfillmentStock } from '../fulfillment/fulfillment-stock.ts'
import { addReservation, itemsOfLine, lockLinesInStock } from './lines-in-stock.ts'
import { findLocation, locationsOfItem, selectLocations } from './returned-location.ts'

/** Puts the units of a canceled fulfillment back and reserves them for their lines again. */
export async function putFulfillmentBack(
  em: EntityManager,
  fulfillment: Row<Fulfillment>,
  fulfillmentItems: readonly Row<FulfillmentItem>[],
): Promise<void> {
  const lines = await findRows(em, LineItem, { id: fulfillmentItems.map(({ item_id }) => item_id) })
  const takenUnits = await findRows(em, FulfillmentStock, { fulfillment_id: fulfillment.id })
  const stock = await lockLinesInStock(em, lines)
  const senders = [...takenUnits, fulfillment].map(({ location_id }) => location_id).filter((id) => id != null)
  const locations = await selectLocations(em, senders)
  for (const { item_id, quantity } of fulfillmentItems) {
    const line = lines.find(({ id }) => id === item_id)!
    const managedItems = itemsOfLine(stock.itemsByVariant, line)
    const recorded = takenUnits.filter((units) => units.item_id === item_id)
    const taken = recorded.length > 0 ? recorded : unrecordedUnits(fulfillment, quantity, managedItems)
    for (const { inventory_item_id, location_id: sender, quantity } of taken) {
      const location_id = findLocation([sender], locations) ?? locationsOfItem(stock, inventory_item_id)[0]
      if (!location_id) continue
      stock.levels.put(inventory_item_id, location_id, quantity)
      if (!managedItems.some((item) => item.inventory_item_id === inventory_item_id)) continue
      addReservation(stock, { line_id: item_id, inventory_item_id, location_id, quantity })
    }
  }
  await stock.levels.save()
}

/** A fulfillment from before inventory was enabled has no record of its units. */
const unrecordedUnits = ({ location_id }: Row<Fulfillment>, quantity: number, items: readonly VariantItem[]) =>
  items.map(({ inventory_item_id, required_quantity }) => ({
    inventory_item_id,
    location_id,
    quantity: quantity * required_quantity,
  }))
