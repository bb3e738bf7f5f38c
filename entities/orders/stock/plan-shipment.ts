import { InvalidData, NotAllowed } from '#entities/errors.ts'

export interface ShippedLine {
  line_id: string
  title: string
  quantity: number
  /** The unfulfilled quantity before the shipment. */
  unfulfilled: number
  /** Null takes the units from the locations of their reservations. */
  location_id: string | null
  /** Empty if the inventory of the variant is not managed. */
  items: readonly { inventory_item_id: string; required_quantity: number }[]
}

export interface ShippableStock {
  levels: readonly { inventory_item_id: string; location_id: string; stocked_quantity: number }[]
  /** Oldest first. */
  reservations: readonly StoredReservation[]
}

interface StoredReservation {
  id: string
  line_item_id?: string | null | undefined
  inventory_item_id: string
  location_id: string
  quantity: number
}

export interface ShippedUnits {
  line_id: string
  inventory_item_id: string
  location_id: string
  quantity: number
}

export interface ShipmentPlan {
  units: ShippedUnits[]
  /** The quantities that the reservations have after the shipment, by id. */
  reservedAfter: Map<string, number>
}

/**
 * Chooses the locations of the units, and the reservations that the shipment uses.
 * @throws NotAllowed if a location does not have the units. InvalidData if a line needs a location.
 */
export function planShipment(lines: readonly ShippedLine[], { levels, reservations }: ShippableStock): ShipmentPlan {
  const stock = new Map(levels.map((level) => [levelKey(level), level.stocked_quantity]))
  const plan: ShipmentPlan = { units: [], reservedAfter: new Map() }
  for (const line of lines) {
    const reservationsOfLine = reservations.filter(({ line_item_id }) => line_item_id === line.line_id)
    for (const item of line.items) {
      const uses = useReservations(
        reservationsOfLine.filter(({ inventory_item_id }) => inventory_item_id === item.inventory_item_id),
        { wanted: line.quantity * item.required_quantity, location_id: line.location_id },
      )
      for (const { reservation, quantity } of uses)
        plan.reservedAfter.set(reservation.id, reservation.quantity - quantity)
      const units = chooseUnits(line, item, uses)
      for (const taken of units) takeUnits(stock, taken, line.title)
      plan.units.push(...units)
    }
    for (const reservation of reservationsForOtherItems(reservationsOfLine, line.items))
      plan.reservedAfter.set(reservation.id, remainingReservation(reservation.quantity, line))
  }
  return plan
}

const levelKey = ({ inventory_item_id, location_id }: { inventory_item_id: string; location_id: string }) =>
  `${inventory_item_id} ${location_id}`

/** @throws NotAllowed if the location does not have the units. Changes `stock`. */
function takeUnits(stock: Map<string, number>, units: ShippedUnits, title: string): void {
  const stocked = stock.get(levelKey(units))
  if (stocked === undefined)
    throw new NotAllowed(`Inventory item for ${title} not found at location`)
      .about('location_id')
      .because({ name: 'item_not_at_location', title })
  if (stocked < units.quantity)
    throw new NotAllowed(`Insufficient stock for item: ${title}`)
      .about('location_id')
      .because({ name: 'item_out_of_stock', title })
  stock.set(levelKey(units), stocked - units.quantity)
}

/** Returns the reservations for items that the variant of the line had when it was sold, and no longer has. */
function reservationsForOtherItems(
  reservations: readonly StoredReservation[],
  items: ShippedLine['items'],
): StoredReservation[] {
  const itemIds = items.map(({ inventory_item_id }) => inventory_item_id)
  return reservations.filter(({ inventory_item_id }) => !itemIds.includes(inventory_item_id))
}

const remainingReservation = (reserved: number, { quantity, unfulfilled }: ShippedLine): number =>
  Math.round((reserved * (unfulfilled - quantity)) / unfulfilled)

interface ReservationUse {
  reservation: StoredReservation
  quantity: number
}

/** Uses an exact match at the location first, then the reservations at the location, then the others. */
function useReservations(
  reservations: readonly StoredReservation[],
  { wanted, location_id }: { wanted: number; location_id: string | null },
): ReservationUse[] {
  const rankOf = (reservation: StoredReservation) => {
    if (location_id !== null && reservation.location_id !== location_id) return 3
    if (reservation.quantity === wanted) return 0
    return reservation.quantity > wanted ? 1 : 2
  }
  let missing = wanted
  const uses: ReservationUse[] = []
  for (const reservation of reservations.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const quantity = Math.min(missing, reservation.quantity)
    if (quantity > 0) uses.push({ reservation, quantity })
    missing -= quantity
  }
  return uses
}

/** @throws InvalidData if the line has no location and is not fully reserved. */
function chooseUnits(
  { line_id, quantity, location_id }: ShippedLine,
  { inventory_item_id, required_quantity }: ShippedLine['items'][number],
  uses: readonly ReservationUse[],
): ShippedUnits[] {
  const wanted = quantity * required_quantity
  if (location_id !== null) return [{ line_id, inventory_item_id, location_id, quantity: wanted }]
  const reserved = uses.reduce((total, use) => total + use.quantity, 0)
  if (reserved < wanted)
    throw new InvalidData('location_id is required').about('location_id').because({ name: 'location_required' })
  const usesByLocation = Map.groupBy(uses, ({ reservation }) => reservation.location_id)
  return Array.from(usesByLocation, ([location, used]) => ({
    line_id,
    inventory_item_id,
    location_id: location,
    quantity: used.reduce((total, use) => total + use.quantity, 0),
  }))
}
