import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, personal, personalMetadata, softDelete, timestamps } from '#entities/base.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { InventoryItem } from '../item/inventory-item.ts'

/** Promises units of an item at a location, usually to an order line. */
const ReservationItemSchema = defineEntity({
  name: 'ReservationItem',
  tableName: 'reservation_item',
  properties: {
    id: id('resitem'),
    ...timestamps(),
    ...softDelete(),
    ...personalMetadata(),
    line_item_id: p.text().nullable(),
    inventory_item_id: p.text(),
    location_id: p.text(),
    quantity: p.integer(),
    external_id: p.text().nullable(),
    description: personal(p.text().nullable()),
    created_by: p.text().nullable(),
    inventory_item: () => p.manyToOne(InventoryItem).joinColumn('inventory_item_id').persist(false).nullable(),
    line_item: () => p.manyToOne(LineItem).joinColumn('line_item_id').persist(false).nullable(),
  },
  filters: alive,
})

export class ReservationItem extends ReservationItemSchema.class {}
ReservationItemSchema.setClass(ReservationItem)
