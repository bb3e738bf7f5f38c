import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import type { Row } from '#database/rows.ts'
import { batch } from '#database/statement.ts'
import { findItemsOfVariants, type VariantItem } from '#entities/inventory/item/find-items.ts'
import { lockLevels } from '#entities/inventory/level/lock-levels.ts'
import type { LockedLevels } from '#entities/inventory/level/locked-levels.ts'
import { findReservations } from '#entities/inventory/reservation/find-reservations.ts'
import type { ReservationItem } from '#entities/inventory/reservation/reservation-item.ts'
import { query } from '#entities/query.ts'

export type StockedLine = { id: string; variant_id?: string | null | undefined }

export interface LinesInStock {
  levels: LockedLevels
  reservations: Row<ReservationItem>[]
  itemsByVariant: ReadonlyMap<string, VariantItem[]>
}

/** Locks all levels of the lines at once. Also locks the levels of reservations for other items. */
export async function lockLinesInStock(em: EntityManager, lines: readonly StockedLine[]): Promise<LinesInStock> {
  const lineIds = lines.map(({ id }) => id)
  const [items, reservedItems] = await batch(
    em,
    findItemsOfVariants.with(variantIdsOf(lines)),
    selectReservedItems.with(lineIds),
  )
  const levels = await lockLevels(
    em,
    [...items, ...reservedItems].map(({ inventory_item_id }) => inventory_item_id),
  )
  return { levels, reservations: await findReservations(em, lineIds), itemsByVariant: groupManagedItems(items) }
}

interface ReservedUnits {
  line_id: string
  inventory_item_id: string
  location_id: string
  quantity: number
}

/** Enlarges the reservation of the line at the location, or creates one. */
export function addReservation({ levels, reservations }: LinesInStock, { line_id, ...units }: ReservedUnits): void {
  const reservation = reservations.find(
    (one) =>
      one.line_item_id === line_id &&
      one.inventory_item_id === units.inventory_item_id &&
      one.location_id === units.location_id &&
      !one.deleted_at,
  )
  if (reservation) levels.resize(reservation, reservation.quantity + units.quantity)
  else reservations.push(levels.reserve({ ...units, line_item_id: line_id }))
}

export const variantIdsOf = (lines: readonly StockedLine[]): string[] =>
  lines.map(({ variant_id }) => variant_id).filter((id) => id != null)

/** Leaves out variants whose inventory is not managed. */
export const groupManagedItems = (items: readonly VariantItem[]): Map<string, VariantItem[]> =>
  Map.groupBy(
    items.filter(({ manage_inventory }) => manage_inventory),
    ({ variant_id }) => variant_id,
  )

export const itemsOfLine = (
  itemsByVariant: ReadonlyMap<string, VariantItem[]>,
  { variant_id }: Pick<StockedLine, 'variant_id'>,
): readonly VariantItem[] => (variant_id && itemsByVariant.get(variant_id)) || []

const selectReservedItems = query((db, lineIds: readonly string[]) =>
  db
    .selectFrom('reservation_item')
    .select('inventory_item_id')
    .distinct()
    .where('line_item_id', '=', anyOf(lineIds))
    .where('deleted_at', 'is', null),
)
