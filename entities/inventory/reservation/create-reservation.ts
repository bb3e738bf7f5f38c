import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { NotAllowed } from '#entities/errors.ts'
import type { InventoryLevel } from '../level/inventory-level.ts'
import { lockLevels } from '../level/lock-levels.ts'
import type { NewReservation } from '../level/locked-levels.ts'
import { assertWithinLine, readReservableLine } from './reservable-line.ts'

/** @throws NotFound. InvalidData beyond the unfulfilled quantity of the line. NotAllowed beyond the available units. */
export async function createReservation(em: EntityManager, values: NewReservation): Promise<{ id: string }> {
  const { inventory_item_id, location_id, quantity, line_item_id } = values
  const stock = await lockLevels(em, [inventory_item_id])
  const line = line_item_id ? await readReservableLine(em, line_item_id, inventory_item_id) : undefined
  const level = stock.requireLevel(inventory_item_id, location_id)
  if (line) assertWithinLine(line, quantity)
  assertAvailable(level, quantity, line)
  const { id } = stock.reserve(values)
  await stock.save()
  return { id }
}

/** A line whose variant allows backorders may reserve any quantity. */
export function assertAvailable(
  level: Row<InventoryLevel>,
  quantity: number,
  line: { allow_backorder: boolean } | undefined,
): void {
  if (quantity > level.available() && !line?.allow_backorder)
    throw new NotAllowed(
      `Not enough stock at location ${level.location_id} for item ${level.inventory_item_id}`,
      'insufficient_inventory',
    )
}
