import { Cart } from '#entities/cart/cart/cart.ts'
import { defineResource, type Resource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { AddressResource } from './address.ts'
import { AdminPayment } from './admin-payment.ts'
import { AdminSalesChannel } from './admin-sales-channel.ts'
import { cartColumns, storedCartColumns } from './cart-columns.ts'
import { CustomerResource } from './customer.ts'
import { DiscountResource } from './discount.ts'
import { AdminGiftCardResource } from './gift-card.ts'
import { StoredLine, StoredShippingMethod } from './line-item.ts'
import { PaymentSessionResource } from './payment.ts'
import { RegionResource } from './region.ts'

export const CartRow = defineResource({ name: 'CartRow', entity: Cart, fields: 'cart', columns: storedCartColumns })

const storedCart = defineResource({
  name: 'StoredCart',
  entity: Cart,
  fields: 'cart',
  columns: cartColumns,
  relations: () => ({
    items: toMany(StoredLine),
    region: toOne(RegionResource),
    customer: toOne(CustomerResource),
    billing_address: toOne(AddressResource),
    shipping_address: toOne(AddressResource),
    discounts: toMany(DiscountResource),
    gift_cards: toMany(AdminGiftCardResource),
    shipping_methods: toMany(StoredShippingMethod),
    payment: toOne(AdminPayment),
    payment_sessions: toMany(PaymentSessionResource),
    sales_channel: toOne(AdminSalesChannel),
  }),
})
export interface StoredCartView extends RowOf<typeof storedCart> {}

export const StoredCart: Resource<StoredCartView> = storedCart
