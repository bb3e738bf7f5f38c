import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, softDelete, timestamps } from '#entities/base.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { InventoryItem } from './inventory-item.ts'

/** A unit of the variant takes `required_quantity` units of the item. The row is deleted with its item. */
const ProductVariantInventoryItemSchema = defineEntity({
  name: 'ProductVariantInventoryItem',
  tableName: 'product_variant_inventory_item',
  properties: {
    id: id('pvitem'),
    ...timestamps(),
    ...softDelete(),
    inventory_item_id: p.text(),
    variant_id: p.text(),
    required_quantity: p.integer().onCreate(() => 1),
    inventory_item: () => p.manyToOne(InventoryItem).joinColumn('inventory_item_id').persist(false).nullable(),
    variant: () => p.manyToOne(ProductVariant).joinColumn('variant_id').persist(false).nullable(),
  },
})

export class ProductVariantInventoryItem extends ProductVariantInventoryItemSchema.class {}
ProductVariantInventoryItemSchema.setClass(ProductVariantInventoryItem)
