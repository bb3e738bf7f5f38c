import type { EntityClass } from '@mikro-orm/postgresql'
import { Cart } from '#entities/cart/cart/cart.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { Order } from '#entities/orders/order/order.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { FIELD_TABLES, type FieldTable } from '#entities/platform/field/field.ts'
import { installField } from '#entities/platform/field/installed-fields.ts'
import type { Plugin } from './plugin.ts'

export const FIELD_ENTITIES: Readonly<Record<FieldTable, EntityClass<object>>> = {
  product: Product,
  variant: ProductVariant,
  customer: Customer,
  cart: Cart,
  line_item: LineItem,
  order: Order,
}

export function installFields(plugins: readonly Plugin[]): void {
  for (const { fields = {} } of plugins)
    for (const table of FIELD_TABLES)
      for (const entry of Object.entries(fields[table] ?? {})) installField(table, FIELD_ENTITIES[table], entry)
}
