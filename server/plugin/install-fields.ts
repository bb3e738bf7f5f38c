import type { EntityClass } from '@mikro-orm/postgresql'
import { Cart } from '#entities/cart/cart/cart.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { ProductCategory } from '#entities/catalogue/category/product-category.ts'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { Region } from '#entities/market/region/region.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { ClaimOrder } from '#entities/orders/claim/claim-order.ts'
import { DraftOrder } from '#entities/orders/draft-order/draft-order.ts'
import { Order } from '#entities/orders/order/order.ts'
import { Return } from '#entities/orders/return/return.ts'
import { Swap } from '#entities/orders/swap/swap.ts'
import { Address } from '#entities/people/customer/address.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { FIELD_TABLES, type FieldTable } from '#entities/platform/field/field.ts'
import { installField } from '#entities/platform/field/installed-fields.ts'
import { Discount } from '#entities/promotions/discount/discount.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import type { Plugin } from './plugin.ts'

export const FIELD_ENTITIES: Readonly<Record<FieldTable, EntityClass<object>>> = {
  product: Product,
  variant: ProductVariant,
  customer: Customer,
  cart: Cart,
  line_item: LineItem,
  order: Order,
  address: Address,
  region: Region,
  shipping_option: ShippingOption,
  product_collection: ProductCollection,
  product_category: ProductCategory,
  discount: Discount,
  gift_card: GiftCard,
  return: Return,
  claim: ClaimOrder,
  swap: Swap,
  draft_order: DraftOrder,
}

export function installFields(plugins: readonly Plugin[]): void {
  for (const { fields = {} } of plugins)
    for (const table of FIELD_TABLES)
      for (const entry of Object.entries(fields[table] ?? {})) installField(table, FIELD_ENTITIES[table], entry)
}
