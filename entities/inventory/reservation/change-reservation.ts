import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, lockRow } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { NotFound } from '#entities/errors.ts'
import { lockLevels } from '../level/lock-levels.ts'
import { assertAvailable } from './create-reservation.ts'
import { assertWithinLine, readReservableLine } from './reservable-line.ts'
import { ReservationItem } from './reservation-item.ts'

interface ReservationChanges {
  quantity?: number | undefined
  location_id?: string | undefined
  description?: string | null | undefined
  metadata?: Metadata | null | undefined
}

/** `metadata` replaces the stored metadata. @throws NotFound. InvalidData. NotAllowed beyond the available units. */
export async function updateReservation(
  em: EntityManager,
  id: string,
  { quantity, location_id, description, metadata }: ReservationChanges,
): Promise<void> {
  const locked = await lockReservation(em, id)
  if (!locked) throw new NotFound(`ReservationItem with id ${id} was not found`)
  const { reservation, stock } = locked
  const { inventory_item_id, line_item_id } = reservation
  const newQuantity = quantity ?? reservation.quantity
  const added = newQuantity - reservation.quantity
  const isMoved = location_id !== undefined && location_id !== reservation.location_id
  const level = stock.requireLevel(inventory_item_id, location_id ?? reservation.location_id)
  if (added > 0 || isMoved) {
    const line = line_item_id ? await readReservableLine(em, line_item_id, inventory_item_id) : undefined
    if (line) assertWithinLine(line, added)
    assertAvailable(level, isMoved ? newQuantity : added, line)
  }
  stock.resize(reservation, newQuantity)
  if (isMoved) stock.move(reservation, location_id)
  if (description !== undefined) reservation.description = description
  if (metadata !== undefined) reservation.metadata = metadata
  await stock.save()
}

/** Does nothing if the reservation does not exist. */
export async function deleteReservation(em: EntityManager, id: string): Promise<void> {
  const locked = await lockReservation(em, id)
  if (!locked) return
  locked.stock.release(locked.reservation)
  await locked.stock.save()
}

async function lockReservation(em: EntityManager, id: string) {
  const found = await findRow(em, ReservationItem, { id })
  if (!found) return undefined
  const stock = await lockLevels(em, [found.inventory_item_id])
  const reservation = await lockRow(em, ReservationItem, { id })
  return reservation && { reservation, stock }
}
