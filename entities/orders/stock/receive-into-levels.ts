import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import type { Return } from '../return/return.ts'
import { itemsOfLine, type LinesInStock, lockLinesInStock } from './lines-in-stock.ts'
import type { ReceivedStock } from './order-stock.ts'
import { findLocation, levelNotFound, locationsOfItem, selectLocations } from './returned-location.ts'

/**
 * Puts the units on the shelf at the location of the return. Without one, each unit goes to the location that sent it.
 * @throws NotFound if the location does not exist, or if no location sent the item and it has several levels.
 */
export async function receiveIntoLevels(
  em: EntityManager,
  returnOrder: Row<Return>,
  received: readonly ReceivedStock[],
): Promise<void> {
  const lines = received.map(({ item_id, ...line }) => ({ ...line, id: item_id }))
  const stock = await lockLinesInStock(em, lines)
  const senders = await selectSenders(
    em,
    lines.map(({ id }) => id),
  )
  const locationOfReturn = returnOrder.location_id ?? null
  const sendingLocations = senders.map(({ location_id }) => location_id)
  const locations = await selectLocations(em, [...sendingLocations, ...(locationOfReturn ? [locationOfReturn] : [])])
  const usedIds = new Set<string>()
  for (const line of lines) {
    for (const { inventory_item_id, required_quantity } of itemsOfLine(stock.itemsByVariant, line)) {
      const location_id = locationOfReturn
        ? findLocation([locationOfReturn], locations)
        : (findLocation(sendersOf(senders, line.id, inventory_item_id), locations) ??
          onlyLocationOf(stock, inventory_item_id))
      if (!location_id) throw levelNotFound(inventory_item_id, locationOfReturn)
      stock.levels.put(inventory_item_id, location_id, line.quantity * required_quantity)
      usedIds.add(location_id)
    }
  }
  if (locationOfReturn === null && usedIds.size === 1) [returnOrder.location_id] = usedIds
  await stock.levels.save()
}

interface Sender {
  item_id: string
  /** Null for a fulfillment from before inventory was enabled. */
  inventory_item_id: string | null
  location_id: string
}

const sendersOf = (senders: readonly Sender[], lineId: string, itemId: string): string[] =>
  senders
    .filter(({ item_id, inventory_item_id }) => item_id === lineId && [itemId, null].includes(inventory_item_id))
    .map(({ location_id }) => location_id)

function onlyLocationOf(stock: LinesInStock, inventory_item_id: string): string | undefined {
  const [location, ...others] = locationsOfItem(stock, inventory_item_id)
  return others.length === 0 ? location : undefined
}

/** The latest fulfillment of a line comes first. */
const selectSenders = statement<Sender>(`
  select fi.item_id, units.inventory_item_id, coalesce(units.location_id, f.location_id) as location_id
  from fulfillment_item fi join fulfillment f on f.id = fi.fulfillment_id
    left join fulfillment_stock units on units.fulfillment_id = f.id and units.item_id = fi.item_id
  where fi.item_id = any($1::text[]) and f.canceled_at is null and coalesce(units.location_id, f.location_id) is not null
  order by f.created_at desc, f.id desc, units.quantity desc, units.location_id`)
