import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { batch, statement } from '#database/statement.ts'
import { insufficientStock } from '#entities/cart/stock/out-of-stock.ts'
import { sum } from '#entities/values/money.ts'
import type { OrderEdit } from '../order-edit/order-edit.ts'
import { allocateStock, type StockDemand } from './allocate-stock.ts'
import { addReservation, itemsOfLine, type LinesInStock, lockLinesInStock } from './lines-in-stock.ts'
import { findSellingLocations, toSupply } from './reserve-lines.ts'

/**
 * Moves the reservations of the old lines to the new ones, releases the others and reserves the additional units.
 * @throws NotAllowed if the stock is too low for the additional units.
 */
export async function applyEditToLevels(em: EntityManager, { id, order_id }: Row<OrderEdit>): Promise<void> {
  const [newLines, oldLines] = await batch(em, selectEditLines.with(id), selectOrderLines.with(order_id))
  const [oldLine] = oldLines
  const channelLocations = await findSellingLocations(em, oldLine?.sales_channel_id ?? null)
  const stock = await lockLinesInStock(em, [...newLines, ...oldLines])
  moveReservations(stock, newLines)
  releaseSurplus(stock, newLines)
  for (const line of newLines) reserveMissing(stock, line, channelLocations)
  await stock.levels.save()
  await moveFulfilledUnits(em, id)
}

interface EditLine {
  id: string
  variant_id: string | null
  original_item_id: string | null
  /** The quantity that the edit adds to the line. */
  additional: number
  unfulfilled: number
}

function moveReservations({ levels, reservations }: LinesInStock, newLines: readonly EditLine[]): void {
  for (const reservation of reservations) {
    const line = newLines.find(({ original_item_id }) => original_item_id === reservation.line_item_id)
    if (line) reservation.line_item_id = line.id
    else levels.release(reservation)
  }
}

/** Releases the newest reservations first. */
function releaseSurplus({ levels, reservations, itemsByVariant }: LinesInStock, newLines: readonly EditLine[]): void {
  for (const line of newLines) {
    const items = itemsOfLine(itemsByVariant, line)
    const own = reservations.filter(({ line_item_id, deleted_at }) => line_item_id === line.id && !deleted_at)
    for (const ofItem of Map.groupBy(own, ({ inventory_item_id }) => inventory_item_id).values()) {
      const item = items.find(({ inventory_item_id }) => inventory_item_id === ofItem[0]?.inventory_item_id)
      let surplus = sum(ofItem.map(({ quantity }) => quantity)) - line.unfulfilled * (item?.required_quantity ?? 0)
      for (const reservation of ofItem.toReversed()) {
        const released = Math.min(Math.max(0, surplus), reservation.quantity)
        if (released > 0) levels.resize(reservation, reservation.quantity - released)
        surplus -= released
      }
    }
  }
}

/**
 * Reserves all unfulfilled units. If the stock is too low, reserves only the units that the edit adds. Prefers the
 * locations of the line, then those of the order.
 */
function reserveMissing(stock: LinesInStock, line: EditLine, channelLocations: readonly string[]): void {
  const { levels, reservations } = stock
  const rankOf = (location_id: string) => {
    const own = reservations.filter((reservation) => reservation.location_id === location_id)
    if (own.some(({ line_item_id }) => line_item_id === line.id)) return 0
    return own.length > 0 ? 1 : 2
  }
  const supply = { locations: channelLocations.toSorted((a, b) => rankOf(a) - rankOf(b)), levels: toSupply(levels) }
  const whole = allocateStock(buildDemands(stock, line, line.unfulfilled), supply)
  const { allocations, shortVariantIds } =
    whole.shortVariantIds.length === 0 ? whole : allocateStock(buildDemands(stock, line, line.additional), supply)
  const [shortVariantId] = shortVariantIds
  if (shortVariantId) throw insufficientStock(shortVariantId)
  for (const allocation of allocations) addReservation(stock, allocation)
}

/** The demand contains the unreserved units of the line, at most `maximum` units of the variant. */
function buildDemands({ reservations, itemsByVariant }: LinesInStock, line: EditLine, maximum: number): StockDemand[] {
  const items = itemsOfLine(itemsByVariant, line)
  const [item] = items
  if (!item) return []
  const missingItems = items.map(({ inventory_item_id, required_quantity }) => {
    const reserved = reservations.filter(
      (one) => one.line_item_id === line.id && one.inventory_item_id === inventory_item_id && !one.deleted_at,
    )
    const missing = line.unfulfilled * required_quantity - sum(reserved.map(({ quantity }) => quantity))
    return { inventory_item_id, required_quantity: Math.min(missing, maximum * required_quantity) }
  })
  return [
    {
      line_id: line.id,
      variant_id: item.variant_id,
      quantity: 1,
      allow_backorder: item.allow_backorder,
      items: missingItems.filter(({ required_quantity }) => required_quantity > 0),
    },
  ]
}

const selectEditLines = statement<EditLine>(`
  select li.id, li.variant_id, li.original_item_id,
    greatest(0, li.quantity - coalesce(old.quantity, 0)) as additional,
    li.quantity - coalesce(old.fulfilled_quantity, 0) as unfulfilled
  from line_item li left join line_item old on old.id = li.original_item_id
  where li.order_edit_id = $1 order by li.created_at, li.id`)

const selectOrderLines = statement<{ id: string; variant_id: string | null; sales_channel_id: string | null }>(`
  select li.id, li.variant_id, o.sales_channel_id from "order" o join line_item li on li.order_id = o.id
  where o.id = $1`)

const moveFulfilledUnits = statement(`
  update fulfillment_stock units set item_id = li.id
  from line_item li where li.order_edit_id = $1 and units.item_id = li.original_item_id`)
