import { ReservationItem } from '#entities/inventory/reservation/reservation-item.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, toOne } from '../reading/define-resource.ts'
import { AdminLineItem } from './admin-line-item.ts'
import { InventoryItemResource } from './inventory-item.ts'

const relations = () => ({ inventory_item: toOne(InventoryItemResource), line_item: toOne(AdminLineItem) })

export const ReservationResource = defineResource({
  name: 'Reservation',
  entity: ReservationItem,
  columns: columnsOf(ReservationItem),
  relations,
})

/** A reservation in the list of all reservations. */
export const ListedReservationResource = defineResource({
  name: 'ListedReservation',
  entity: ReservationItem,
  columns: columnsOf(ReservationItem, { omit: ['deleted_at', 'external_id', 'created_by'] }),
  relations,
})
