import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData, NotAllowed, NotFound } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import { findItemsOfVariants } from '../item/find-items.ts'
import { lockLevels } from '../level/lock-levels.ts'
import { assertAvailable } from './create-reservation.ts'
import { assertWithinLine, readReservableLine } from './reservable-line.ts'

interface LineReservation {
  id: string
  line_item_id: string
  location_id: string
  /** In units of the line. Default: the units that are neither fulfilled nor reserved. */
  quantity?: number | undefined
  created_by: string
}

/**
 * Reserves each item of the variant, and returns the first reservation.
 * @throws NotFound. InvalidData beyond the unfulfilled quantity. NotAllowed beyond the available units.
 */
export async function reserveOrderLine(
  em: EntityManager,
  { id, line_item_id, location_id, quantity, created_by }: LineReservation,
): Promise<{ id: string }> {
  const variantId = await findVariantOfLine(em, id, line_item_id)
  const items = await findItemsOfVariants(em, [variantId])
  const [firstItem] = items
  if (!firstItem)
    throw new NotAllowed(`Variant with id: ${variantId} has no inventory item`).because({
      name: 'variant_without_inventory_item',
    })
  const itemIds = items.map((item) => item.inventory_item_id)
  const stock = await lockLevels(em, itemIds)
  const reservations = []
  for (const inventory_item_id of itemIds) {
    const line = await readReservableLine(em, line_item_id, inventory_item_id)
    const { unfulfilled_quantity, required_quantity, reserved_quantity } = line
    const units = (quantity ?? unfulfilled_quantity) * required_quantity - (quantity ? 0 : reserved_quantity)
    if (units < 1)
      throw new InvalidData(`All units of the line item ${line_item_id} are fulfilled or reserved`).because({
        name: 'nothing_to_reserve',
      })
    const level = stock.requireLevel(inventory_item_id, location_id)
    assertWithinLine(line, units)
    assertAvailable(level, units, line)
    reservations.push(stock.reserve({ inventory_item_id, location_id, quantity: units, line_item_id, created_by }))
  }
  await stock.save()
  return { id: reservations[0]!.id }
}

async function findVariantOfLine(em: EntityManager, orderId: string, lineId: string): Promise<string> {
  const [order] = await selectOrder(em, orderId)
  if (!order) throw new NotFound(`Order with id ${orderId} was not found`)
  const [line] = await selectLine(em, lineId, orderId)
  if (!line) throw new NotFound(`Line item with ${lineId} was not found`)
  if (!line.variant_id)
    throw new NotFound("Can't create a reservation for a Line Item without a variant").because({
      name: 'line_without_variant',
    })
  return line.variant_id
}

const selectOrder = query((db, id: string) => db.selectFrom('order').select('id').where('id', '=', id))
const selectLine = query((db, id: string, order_id: string) =>
  db.selectFrom('line_item').select('variant_id').where('id', '=', id).where('order_id', '=', order_id),
)
