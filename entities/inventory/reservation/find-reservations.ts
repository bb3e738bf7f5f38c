import type { EntityManager } from '@mikro-orm/postgresql'
import { type JsonRow, type Row, trackRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { ReservationItem } from './reservation-item.ts'

/** Returns the live reservations of the order lines, oldest first. The caller must have locked their levels. */
export async function findReservations(em: EntityManager, lineIds: readonly string[]): Promise<Row<ReservationItem>[]> {
  const rows = await selectReservations(em, lineIds)
  return rows.map(({ row }) => trackRow(em, ReservationItem, row))
}

const selectReservations = statement<JsonRow>(`
  select to_json(r) as row from reservation_item r
  where line_item_id = any($1::text[]) and deleted_at is null order by created_at, id`)
