import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, lockRow } from '#database/rows.ts'
import { NotAllowed } from '#entities/errors.ts'
import { archiveRow } from '#entities/platform/archive/archive-row.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { InventoryLevel } from '../level/inventory-level.ts'
import { lockLevels } from '../level/lock-levels.ts'
import { ReservationItem } from '../reservation/reservation-item.ts'
import { StockLocation } from './stock-location.ts'

/** Deletes the location with its levels and its links to sales channels. @throws NotAllowed if units are reserved. */
export async function deleteStockLocation(em: EntityManager, id: string): Promise<void> {
  const levels = await findRows(em, InventoryLevel, { location_id: id })
  const stock = await lockLevels(
    em,
    levels.map((level) => level.inventory_item_id),
  )
  // A new level or reservation locks its level before the location, so this lock comes last.
  if (!(await lockRow(em, StockLocation, { id }))) return
  if ((await em.count(ReservationItem, { location_id: id })) > 0)
    throw new NotAllowed(`Cannot delete Stock Location ${id} because there are reserved items.`).because({
      name: 'has_reservations',
    })
  await archiveRow(em, 'stock_location', id)
  await em.nativeDelete(StockLocation, { id })
  const ids = stock.levels.filter((level) => level.location_id === id).map((level) => level.id)
  await announceAll(em, [
    ...(ids[0] ? [{ name: 'inventory-level.deleted' as const, payload: { id: ids[0], ids } }] : []),
    { name: 'stock-location.deleted', payload: { id } },
  ])
}
