import { z } from 'zod'
import { Cart } from '#entities/cart/cart/cart.ts'
import { defineResource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { AddressResource } from './address.ts'
import { cartColumns } from './cart-columns.ts'
import { CartCustomer } from './cart-customer.ts'
import { CartLineItem } from './cart-line-item.ts'
import { DiscountResource } from './discount.ts'
import { GiftCardResource } from './gift-card.ts'
import { ShippingMethodResource } from './line-item.ts'
import { PaymentResource, PaymentSessionResource } from './payment.ts'
import { RegionResource } from './region.ts'
import { SalesChannelResource } from './sales-channel.ts'
import { itemTotals } from './totals.ts'

const totals = {
  ...itemTotals,
  /** Both amounts are 0 until the cart is completed. */
  refunded_total: z.int(),
  refundable_amount: z.int(),
}

export const CART_TOTALS = Object.keys(totals)

export const CartResource = defineResource({
  name: 'Cart',
  entity: Cart,
  fields: 'cart',
  columns: cartColumns,
  added: totals,
  relations: () => ({
    items: z.array(CartLineItem),
    shipping_methods: z.array(ShippingMethodResource),
    discounts: z.array(DiscountResource),
    gift_cards: z.array(GiftCardResource),
    region: RegionResource,
    shipping_address: AddressResource.nullable(),
    billing_address: toOne(AddressResource),
    sales_channel: toOne(SalesChannelResource),
    customer: toOne(CartCustomer),
    payment: toOne(PaymentResource),
    payment_sessions: toMany(PaymentSessionResource),
  }),
  addedRelations: () => ({ payment_session: PaymentSessionResource.optional() }),
})
export interface CartView extends RowOf<typeof CartResource> {}
