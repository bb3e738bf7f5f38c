import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { lockLevels } from '../level/lock-levels.ts'
import { ReservationItem } from '../reservation/reservation-item.ts'
import { InventoryItem } from './inventory-item.ts'

export async function assertItemExists(em: EntityManager, id: string): Promise<void> {
  if ((await em.count(InventoryItem, { id })) === 0) throw itemNotFound(id)
}

export const itemNotFoundMessage = (id: string): string => `InventoryItem with id ${id} was not found`

const itemNotFound = (id: string): NotFound => new NotFound(itemNotFoundMessage(id))

export async function updateInventoryItem(
  em: EntityManager,
  id: string,
  changes: Changes<Row<InventoryItem>>,
): Promise<void> {
  const item = await lockRow(em, InventoryItem, { id }, 'no key update')
  if (!item) throw itemNotFound(id)
  applyChanges<Row<InventoryItem>>(item, changes)
  await announce(em, 'inventory-item.updated', { id })
}

/** Deletes the item with its levels and its links to variants. @throws NotAllowed if units are reserved. */
export async function deleteInventoryItem(em: EntityManager, id: string): Promise<void> {
  await lockLevels(em, [id])
  if ((await em.count(ReservationItem, { inventory_item_id: id })) > 0)
    throw new NotAllowed(`Cannot delete Inventory Item ${id} because there are reserved items.`).because({
      name: 'has_reservations',
    })
  const deleted = await em.nativeDelete(InventoryItem, { id })
  if (deleted > 0) await announce(em, 'inventory-item.deleted', { id, ids: [id] })
}
