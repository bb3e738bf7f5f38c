import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteRow, insertRow, type Row } from '#database/rows.ts'
import type { NewColumns } from '#entities/base.ts'
import { NotFound } from '#entities/errors.ts'
import { type Announcement, announceAll } from '#entities/platform/event/announce.ts'
import { now } from '#entities/values/clock.ts'
import { deleteUnusedItems } from '../item/unused-items.ts'
import { ReservationItem } from '../reservation/reservation-item.ts'
import { InventoryLevel } from './inventory-level.ts'

export type NewReservation = NewColumns<
  ReservationItem,
  'inventory_item_id' | 'location_id' | 'quantity',
  'line_item_id' | 'description' | 'created_by' | 'metadata'
>

type Reservation = Row<ReservationItem>

interface SaveOptions {
  /** The completion of a cart announces its reservations by a different event. */
  isCompletion?: boolean
}

/**
 * The levels of some items, locked by `lockLevels`. All changes of levels and reservations go through it, so that
 * `reserved_quantity` stays the sum of the live reservations. It checks no available quantity: the caller does.
 */
export class LockedLevels {
  readonly levels: Row<InventoryLevel>[]
  readonly #em: EntityManager
  readonly #changed = new Set<Row<InventoryLevel>>()
  readonly #created = new Set<Row<InventoryLevel>>()
  readonly #deleted = new Set<Row<InventoryLevel>>()
  readonly #reserved = new Set<Reservation>()
  readonly #resized = new Set<Reservation>()
  readonly #released = new Set<Reservation>()

  constructor(em: EntityManager, levels: Row<InventoryLevel>[]) {
    this.#em = em
    this.levels = levels
  }

  levelAt(inventory_item_id: string, location_id: string): Row<InventoryLevel> | undefined {
    return this.levels.find(
      (level) => level.inventory_item_id === inventory_item_id && level.location_id === location_id,
    )
  }

  /** @throws NotFound */
  requireLevel(inventory_item_id: string, location_id: string): Row<InventoryLevel> {
    const level = this.levelAt(inventory_item_id, location_id)
    if (!level)
      throw new NotFound(`Item ${inventory_item_id} is not stocked at location ${location_id}`).because({
        name: 'not_stocked_at_location',
      })
    return level
  }

  /** @throws NotFound if the item has no level at the location. */
  reserve(values: NewReservation): Reservation {
    this.#addReserved(values.inventory_item_id, values.location_id, values.quantity)
    const reservation = insertRow(this.#em, ReservationItem, { ...values })
    this.#reserved.add(reservation)
    return reservation
  }

  /** A quantity of 0 releases the reservation. */
  resize(reservation: Reservation, quantity: number): void {
    if (quantity === 0) {
      this.release(reservation)
      return
    }
    this.#addReserved(reservation.inventory_item_id, reservation.location_id, quantity - reservation.quantity)
    reservation.quantity = quantity
    this.#resized.add(reservation)
  }

  /** @throws NotFound if the item has no level at the location. */
  move(reservation: Reservation, location_id: string): void {
    const { inventory_item_id, quantity } = reservation
    this.#addReserved(inventory_item_id, location_id, quantity)
    this.#addReserved(inventory_item_id, reservation.location_id, -quantity)
    reservation.location_id = location_id
    this.#resized.add(reservation)
  }

  release(reservation: Reservation): void {
    this.#addReserved(reservation.inventory_item_id, reservation.location_id, -reservation.quantity)
    reservation.deleted_at = now()
    this.#released.add(reservation)
  }

  /** Takes units from the shelf. @throws NotFound if the item has no level at the location. */
  take(inventory_item_id: string, location_id: string, quantity: number): void {
    const level = this.requireLevel(inventory_item_id, location_id)
    level.stocked_quantity -= quantity
    this.#changed.add(level)
  }

  /** Puts units on the shelf. Creates the level if the item has none at the location. */
  put(inventory_item_id: string, location_id: string, quantity: number): void {
    const level = this.levelAt(inventory_item_id, location_id)
    if (!level) {
      this.createLevel({ inventory_item_id, location_id, stocked_quantity: quantity })
      return
    }
    level.stocked_quantity += quantity
    this.#changed.add(level)
  }

  createLevel(
    values: NewColumns<InventoryLevel, 'inventory_item_id' | 'location_id', never> & {
      stocked_quantity: number
      incoming_quantity?: number
    },
  ): void {
    const level = insertRow(this.#em, InventoryLevel, values)
    this.levels.push(level)
    this.#created.add(level)
  }

  deleteLevel(level: Row<InventoryLevel>): void {
    this.levels.splice(this.levels.indexOf(level), 1)
    deleteRow(this.#em, level)
    this.#deleted.add(level)
  }

  setQuantities(
    level: Row<InventoryLevel>,
    { stocked_quantity = level.stocked_quantity, incoming_quantity = level.incoming_quantity }: Quantities,
  ): void {
    Object.assign(level, { stocked_quantity, incoming_quantity })
    this.#changed.add(level)
  }

  /** Writes all changes, and their events to the outbox. Call it once, at the end. */
  async save({ isCompletion = false }: SaveOptions = {}): Promise<void> {
    await this.#em.flush()
    await announceAll(this.#em, this.announcements({ isCompletion }))
    await deleteUnusedItems(
      this.#em,
      Array.from(this.#released, (reservation) => reservation.inventory_item_id),
    )
  }

  /** The events of all changes, for a caller that flushes and announces by itself. */
  announcements({ isCompletion = false }: SaveOptions = {}): Announcement[] {
    const reserved = idsOf(this.#reserved, [this.#released])
    const resized = idsOf(this.#resized, [this.#reserved, this.#released])
    const released = idsOf(this.#released, [this.#reserved])
    return [
      ...announceIds('inventory-level.created', idsOf(this.#created)),
      ...announceUpdates('inventory-level.updated', idsOf(this.#changed, [this.#created])),
      ...announceIds(isCompletion ? 'reservation-items.bulk-created' : 'reservation-item.created', reserved),
      ...announceUpdates('reservation-item.updated', resized),
      ...announceIds('inventory-level.deleted', idsOf(this.#deleted)),
      ...announceIds('reservation-item.deleted', released),
    ]
  }

  #addReserved(inventory_item_id: string, location_id: string, quantity: number): void {
    this.requireLevel(inventory_item_id, location_id).reserved_quantity += quantity
  }
}

type GroupEvent =
  | 'inventory-level.created'
  | 'inventory-level.deleted'
  | 'reservation-item.created'
  | 'reservation-item.deleted'
  | 'reservation-items.bulk-created'

function announceIds(name: GroupEvent, ids: readonly string[]): Announcement[] {
  const [id] = ids
  return id === undefined ? [] : [{ name, payload: { id, ids: [...ids] } }]
}

const announceUpdates = (
  name: 'inventory-level.updated' | 'reservation-item.updated',
  ids: readonly string[],
): Announcement[] => ids.map((id) => ({ name, payload: { id } }))

const idsOf = <One extends { id: string }>(rows: ReadonlySet<One>, excluded: readonly ReadonlySet<One>[] = []) =>
  [...rows].filter((row) => !excluded.some((others) => others.has(row))).map(({ id }) => id)

interface Quantities {
  stocked_quantity?: number | undefined
  incoming_quantity?: number | undefined
}
