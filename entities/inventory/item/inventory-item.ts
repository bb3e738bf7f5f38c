import { defineEntity, p } from '@mikro-orm/postgresql'
import { flag, id, metadata, timestamps } from '#entities/base.ts'
import { physical } from '#entities/catalogue/product/physical.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { InventoryLevel } from '../level/inventory-level.ts'
import { ProductVariantInventoryItem } from './variant-inventory-item.ts'

/** Goods that the shop counts at each location. */
const InventoryItemSchema = defineEntity({
  name: 'InventoryItem',
  tableName: 'inventory_item',
  properties: {
    id: id('iitem'),
    ...timestamps(),
    ...metadata(),
    ...physical(),
    sku: p.text().nullable(),
    requires_shipping: flag(true),
    title: p.text().nullable(),
    description: p.text().nullable(),
    thumbnail: p.text().nullable(),
    location_levels: () =>
      p.oneToMany(InventoryLevel).mappedBy('inventory_item').orderBy({ created_at: 'asc', id: 'asc' }),
    variants: () =>
      p
        .manyToMany(ProductVariant)
        .pivotEntity(() => ProductVariantInventoryItem)
        .orderBy({ created_at: 'asc', id: 'asc' }),
  },
})

export class InventoryItem extends InventoryItemSchema.class {}
InventoryItemSchema.setClass(InventoryItem)
