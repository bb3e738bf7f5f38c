import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, flag, id, metadata, softDelete, timestamps, translated } from '#entities/base.ts'
import { InvalidData } from '#entities/errors.ts'
import { ProductVariantInventoryItem } from '#entities/inventory/item/variant-inventory-item.ts'
import { MoneyAmount } from './money-amount.ts'
import { physical } from './physical.ts'
import { Product } from './product.ts'
import { ProductOptionValue } from './product-option-value.ts'
import { isCovered } from './stock.ts'

export const VARIANT_CODES = ['sku', 'barcode', 'ean', 'upc'] as const

const ProductVariantSchema = defineEntity({
  name: 'ProductVariant',
  tableName: 'product_variant',
  properties: {
    id: id('variant'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    ...physical(),
    title: translated(p.text()),
    product_id: p.text().index(),
    sku: p.text().nullable(),
    barcode: p.text().nullable(),
    ean: p.text().nullable(),
    upc: p.text().nullable(),
    /** The address of its picture. Null for the thumbnail of the product. */
    thumbnail: p.text().nullable(),
    /** The price at which the shop buys it, in minor units. Only administrators see it. */
    cost_amount: p.integer().nullable(),
    cost_currency_code: p.text().nullable(),
    variant_rank: p
      .integer()
      .nullable()
      .onCreate(() => 0),
    /** If inventory is enabled, triggers derive this column from the levels. */
    inventory_quantity: p.integer().onCreate(() => 0),
    /** Quantity sold in orders, claims and swaps, less returns. Only `variant-quantities.ts` changes this column. */
    taken_quantity: p.integer().onCreate(() => 0),
    allow_backorder: flag(false),
    manage_inventory: flag(true),
    product: () => p.manyToOne(Product).joinColumn('product_id').persist(false).nullable(),
    prices: () => p.oneToMany(MoneyAmount).mappedBy('variant').orderBy({ created_at: 'asc', id: 'asc' }),
    options: () => p.oneToMany(ProductOptionValue).mappedBy('variant').orderBy({ created_at: 'asc', id: 'asc' }),
    inventory_items: () => p.oneToMany(ProductVariantInventoryItem).mappedBy('variant').orderBy({ id: 'asc' }),
  },
  filters: alive,
})

export class ProductVariant extends ProductVariantSchema.class {
  assertValidCost(): void {
    if ((this.cost_amount == null) !== (this.cost_currency_code == null))
      throw new InvalidData('cost_amount needs a cost_currency_code, and the other way round')
        .about('cost_amount')
        .because({ name: 'value_required' })
  }

  /** Backorders may make the stock negative. */
  assertValidStock(): void {
    if (!isCovered(this, 0))
      throw new InvalidData('inventory_quantity must not be less than 0')
        .about('inventory_quantity')
        .because({ name: 'negative_stock' })
  }
}
ProductVariantSchema.setClass(ProductVariant)
