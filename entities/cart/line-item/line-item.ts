import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, emptyMetadata, flag, id, notPersonal, timestamps } from '#entities/base.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { NotAllowed } from '#entities/errors.ts'
import { ClaimOrder } from '#entities/orders/claim/claim-order.ts'
import { Order } from '#entities/orders/order/order.ts'
import { OrderEdit } from '#entities/orders/order-edit/order-edit.ts'
import { Swap } from '#entities/orders/swap/swap.ts'
import { Cart } from '../cart/cart.ts'
import type { FrozenPrice } from './frozen-price.ts'
import { LineItemAdjustment } from './line-item-adjustment.ts'
import { LineItemTaxLine } from './line-item-tax-line.ts'

/** A cart and its order share their lines. Claims, swaps and order edits have separate lines. */
const LineItemSchema = defineEntity({
  name: 'LineItem',
  tableName: 'line_item',
  properties: {
    id: id('item'),
    ...timestamps(),
    ...emptyMetadata(),
    cart_id: p.text().nullable().index(),
    order_id: p.text().nullable().index(),
    swap_id: p.text().nullable(),
    claim_order_id: p.text().nullable().index(),
    /** The order line that this line of an order edit replaces. */
    original_item_id: p.text().nullable(),
    order_edit_id: p.text().nullable(),
    title: notPersonal(p.text()),
    description: notPersonal(p.text().nullable()),
    thumbnail: notPersonal(p.text().nullable()),
    is_return: flag(false),
    is_giftcard: flag(false),
    should_merge: flag(true),
    allow_discounts: flag(true),
    has_shipping: p
      .boolean()
      .nullable()
      .onCreate(() => false),
    unit_price: amount(),
    is_price_fixed: flag(false),
    /** The agreed total, taxes and discounts of a line that a swap returns. */
    agreed: notPersonal(p.json<FrozenPrice>().nullable()),
    /** The total that the customer paid for the items that this line of a claim replaces. Null for a line that was sold. */
    replaced_value: amount().nullable(),
    includes_tax: flag(false),
    /** The tax of a line without a variant: a tax rate of the region, or `default` for the rate of the region. Null: no tax. */
    tax_rate_id: p.text().nullable(),
    variant_id: p.text().nullable().index(),
    quantity: p.integer(),
    fulfilled_quantity: p.integer().nullable(),
    returned_quantity: p.integer().nullable(),
    shipped_quantity: p.integer().nullable(),
    variant: () => p.manyToOne(ProductVariant).joinColumn('variant_id').persist(false).nullable(),
    cart: () => p.manyToOne(Cart).joinColumn('cart_id').persist(false).nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
    claim_order: () => p.manyToOne(ClaimOrder).joinColumn('claim_order_id').persist(false).nullable(),
    order_edit: () => p.manyToOne(OrderEdit).joinColumn('order_edit_id').persist(false).nullable(),
    swap: () => p.manyToOne(Swap).joinColumn('swap_id').persist(false).nullable(),
    adjustments: () => p.oneToMany(LineItemAdjustment).mappedBy('item').orderBy({ id: 'asc' }),
    tax_lines: () => p.oneToMany(LineItemTaxLine).mappedBy('item').orderBy({ id: 'asc' }),
  },
})

export class LineItem extends LineItemSchema.class {
  unfulfilledQuantity(): number {
    return this.quantity - (this.fulfilled_quantity ?? 0)
  }

  assertFulfillable(quantity: number): void {
    if (quantity > this.unfulfilledQuantity())
      throw new NotAllowed('Cannot fulfill more items than have been purchased').because({
        name: 'fulfillment_quantity_too_large',
      })
  }

  recordFulfillment(quantity: number): void {
    this.assertFulfillable(quantity)
    this.fulfilled_quantity = (this.fulfilled_quantity ?? 0) + quantity
  }

  cancelFulfillment(quantity: number): void {
    this.fulfilled_quantity = (this.fulfilled_quantity ?? 0) - quantity
  }

  recordShipment(quantity: number): void {
    this.shipped_quantity = (this.shipped_quantity ?? 0) + quantity
  }

  recordReturn(quantity: number): void {
    this.returned_quantity = (this.returned_quantity ?? 0) + quantity
  }
}
LineItemSchema.setClass(LineItem)
