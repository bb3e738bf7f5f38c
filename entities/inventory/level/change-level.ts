import type { EntityManager } from '@mikro-orm/postgresql'
import { Duplicate, NotAllowed } from '#entities/errors.ts'
import { assertItemExists } from '../item/change-item.ts'
import { lockStockLocation } from '../stock-location/find-locations.ts'
import { lockLevels } from './lock-levels.ts'

interface LevelPlace {
  /** The id of the inventory item. */
  id: string
  location_id: string
}

interface LevelChanges extends LevelPlace {
  stocked_quantity?: number | undefined
  incoming_quantity?: number | undefined
}

/** @throws NotFound. Duplicate if the item has a level at the location. */
export async function createLevel(
  em: EntityManager,
  { id, location_id, stocked_quantity, incoming_quantity }: LevelChanges & { stocked_quantity: number },
): Promise<void> {
  await assertItemExists(em, id)
  const stock = await lockLevels(em, [id])
  await lockStockLocation(em, location_id, 'key share')
  if (stock.levelAt(id, location_id))
    throw new Duplicate(`Inventory_level with inventory_item_id, location_id ${id}, ${location_id} already exists.`)
      .about('location_id')
      .because({ name: 'level_exists' })
  stock.createLevel({ inventory_item_id: id, location_id, stocked_quantity, incoming_quantity })
  await stock.save()
}

/** The count may be lower than the reserved quantity. @throws NotFound */
export async function updateLevel(em: EntityManager, { id, location_id, ...changes }: LevelChanges): Promise<void> {
  const stock = await lockLevels(em, [id])
  stock.setQuantities(stock.requireLevel(id, location_id), changes)
  await stock.save()
}

/** @throws NotFound for an unknown item. NotAllowed if units are reserved. */
export async function deleteLevel(em: EntityManager, { id, location_id }: LevelPlace): Promise<void> {
  await assertItemExists(em, id)
  const stock = await lockLevels(em, [id])
  const level = stock.levelAt(id, location_id)
  if (!level) return
  if (level.reserved_quantity > 0)
    throw new NotAllowed(
      `Cannot remove Inventory Level ${id} at Location ${location_id} because there are reserved items.`,
    ).because({ name: 'has_reservations' })
  stock.deleteLevel(level)
  await stock.save()
}
