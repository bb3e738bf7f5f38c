import { z } from 'zod'
import { CART_TYPES } from '#entities/cart/cart/cart.ts'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { AddressResource, type AddressView } from './address.ts'
import { CartCustomer, type CartCustomerView } from './cart-customer.ts'
import { CartLineItem } from './cart-line-item.ts'
import { DiscountResource } from './discount.ts'
import { GiftCardResource } from './gift-card.ts'
import { ShippingMethodResource } from './line-item.ts'
import { PaymentResource, PaymentSessionResource, type PaymentSessionView, type PaymentView } from './payment.ts'
import { RegionResource } from './region.ts'
import { SalesChannelResource, type SalesChannelView } from './sales-channel.ts'
import { itemTotals } from './totals.ts'

const id = z.string().nullable()

const totals = {
  ...itemTotals,
  /** Both are 0 until the cart is completed. */
  refunded_total: z.int(),
  refundable_amount: z.int(),
}

export const CART_TOTALS = Object.keys(totals)

/** The whole cart: its columns, what it comes to, and all that a storefront shows of it. */
export const CartResource = resource(
  'Cart',
  {
    object: z.literal('cart'),
    id: z.string(),
    ...timestamps,
    ...softDelete,
    ...metadata,
    email: z.string().nullable(),
    billing_address_id: id,
    shipping_address_id: id,
    region_id: z.string(),
    customer_id: id,
    payment_id: id,
    type: z.enum(CART_TYPES),
    completed_at: z.date().nullable(),
    payment_authorized_at: z.date().nullable(),
    idempotency_key: z.string().nullable(),
    context: z.record(z.string(), z.unknown()).nullable(),
    sales_channel_id: id,
    ...totals,
    items: z.array(CartLineItem),
    shipping_methods: z.array(ShippingMethodResource),
    discounts: z.array(DiscountResource),
    gift_cards: z.array(GiftCardResource),
    region: RegionResource,
    shipping_address: AddressResource.nullable(),
  },
  {
    get billing_address(): ToOne<AddressView> {
      return toOne(AddressResource)
    },
    get sales_channel(): ToOne<SalesChannelView> {
      return toOne(SalesChannelResource)
    },
    get customer(): ToOne<CartCustomerView> {
      return toOne(CartCustomer)
    },
    get payment(): ToOne<PaymentView> {
      return toOne(PaymentResource)
    },
    get payment_sessions(): ToMany<PaymentSessionView> {
      return toMany(PaymentSessionResource)
    },
    /** The session that is selected; absent where none is. */
    get payment_session() {
      return PaymentSessionResource.optional()
    },
  },
)
export interface CartView extends z.output<typeof CartResource> {}
