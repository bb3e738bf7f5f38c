import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, metadata, timestamps } from '#entities/base.ts'
import { InventoryItem } from '../item/inventory-item.ts'

/** The quantities of an item at a location. */
const InventoryLevelSchema = defineEntity({
  name: 'InventoryLevel',
  tableName: 'inventory_level',
  properties: {
    id: id('ilev'),
    ...timestamps(),
    ...metadata(),
    inventory_item_id: p.text(),
    location_id: p.text(),
    stocked_quantity: p.integer().onCreate(() => 0),
    /** The sum of the live reservations. Only `locked-levels.ts` changes this column. */
    reserved_quantity: p.integer().onCreate(() => 0),
    incoming_quantity: p.integer().onCreate(() => 0),
    inventory_item: () => p.manyToOne(InventoryItem).joinColumn('inventory_item_id').persist(false).nullable(),
  },
})

export class InventoryLevel extends InventoryLevelSchema.class {
  /** Negative after a backorder, or after an administrator lowers the count. */
  available(): number {
    return this.stocked_quantity - this.reserved_quantity
  }
}
InventoryLevelSchema.setClass(InventoryLevel)
