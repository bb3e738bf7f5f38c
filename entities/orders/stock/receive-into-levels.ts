import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import type { Fulfillment } from '../fulfillment/fulfillment.ts'
import type { FulfillmentItem } from '../fulfillment/fulfillment-item.ts'
import { FulfillmentStock } from '../fulfillment/fulfillment-stock.ts'
import type { Return } from '../return/return.ts'
import { addReservation, itemsOfLine, lockLinesInStock } from './lines-in-stock.ts'
import type { ReceivedStock } from './order-stock.ts'
import { findLocation, levelNotFound, locationsOfItem, selectLocations } from './returned-location.ts'

/** Puts the units of a canceled fulfillment back and reserves them for their lines again. */
export async function putFulfillmentBack(
  em: EntityManager,
  fulfillment: Fulfillment,
  items: readonly FulfillmentItem[],
): Promise<void> {
  const lines = await em.find(LineItem, { id: { $in: items.map(({ item_id }) => item_id) } })
  const takenUnits = await em.find(FulfillmentStock, { fulfillment_id: fulfillment.id })
  const stock = await lockLinesInStock(em, lines)
  const { levels, itemsByVariant } = stock
  const senders = [...takenUnits, fulfillment].map(({ location_id }) => location_id).filter((id) => id != null)
  const locations = await selectLocations(em, senders)
  for (const { item_id, quantity } of items) {
    const line = lines.find(({ id }) => id === item_id)!
    const managedItems = itemsOfLine(itemsByVariant, line)
    const taken = takenUnits.filter((units) => units.item_id === item_id)
    // A fulfillment from before inventory was enabled has no record of its units.
    const units =
      taken.length > 0
        ? taken
        : managedItems.map(({ inventory_item_id, required_quantity }) => ({
            inventory_item_id,
            location_id: fulfillment.location_id,
            quantity: quantity * required_quantity,
          }))
    for (const { inventory_item_id, location_id: sender, quantity } of units) {
      const location_id = findLocation([sender], locations) ?? locationsOfItem(stock, inventory_item_id)[0]
      if (!location_id) continue
      levels.put(inventory_item_id, location_id, quantity)
      if (!managedItems.some((item) => item.inventory_item_id === inventory_item_id)) continue
      addReservation(stock, { line_id: item_id, inventory_item_id, location_id, quantity })
    }
  }
  await levels.save()
}

/**
 * Puts the units on the shelf at the location of the return. Without one, each unit goes to the location that sent it.
 * @throws NotFound if the location does not exist, or if no location sent the item and it has several levels.
 */
export async function receiveIntoLevels(
  em: EntityManager,
  returnOrder: Return,
  items: readonly ReceivedStock[],
): Promise<void> {
  const lines = items.map(({ item_id, ...item }) => ({ ...item, id: item_id }))
  const stock = await lockLinesInStock(em, lines)
  const { levels, itemsByVariant } = stock
  const { location_id: named = null } = returnOrder
  const senders = await selectSenders(
    em,
    lines.map(({ id }) => id),
  )
  const locations = await selectLocations(em, [
    ...senders.map(({ location_id }) => location_id),
    ...(named ? [named] : []),
  ])
  const usedIds = new Set<string>()
  for (const line of lines) {
    for (const { inventory_item_id, required_quantity } of itemsOfLine(itemsByVariant, line)) {
      const sendersOfItem = senders.filter(
        (sender) => sender.item_id === line.id && [inventory_item_id, null].includes(sender.inventory_item_id),
      )
      const [level, ...otherLevels] = locationsOfItem(stock, inventory_item_id)
      const sender = findLocation(
        sendersOfItem.map(({ location_id }) => location_id),
        locations,
      )
      const location_id = named
        ? findLocation([named], locations)
        : (sender ?? (otherLevels.length === 0 ? level : undefined))
      if (!location_id) throw levelNotFound(inventory_item_id, named)
      levels.put(inventory_item_id, location_id, line.quantity * required_quantity)
      usedIds.add(location_id)
    }
  }
  if (named === null && usedIds.size === 1) [returnOrder.location_id] = usedIds
  await levels.save()
}

/** The latest fulfillment of a line comes first. Fulfillments from before inventory was enabled name no item. */
const selectSenders = statement<{ item_id: string; inventory_item_id: string | null; location_id: string }>(`
  select fi.item_id, units.inventory_item_id, coalesce(units.location_id, f.location_id) as location_id
  from fulfillment_item fi join fulfillment f on f.id = fi.fulfillment_id
    left join fulfillment_stock units on units.fulfillment_id = f.id and units.item_id = fi.item_id
  where fi.item_id = any($1::text[]) and f.canceled_at is null and coalesce(units.location_id, f.location_id) is not null
  order by f.created_at desc, f.id desc, units.quantity desc, units.location_id`)
