import { z } from 'zod'
import { CART_TYPES } from '#entities/cart/cart.ts'
import { metadata, softDelete, timestamps } from '../common.ts'
import { type Many, many, type One, one, resource } from '../resource.ts'
import { AddressResource, type AddressView } from './address.ts'
import { CustomerResource, type CustomerView } from './customer.ts'
import { DiscountResource } from './discount.ts'
import { GiftCardResource } from './gift-card.ts'
import { LineItemResource, ShippingMethodResource } from './line-item.ts'
import { PaymentResource, PaymentSessionResource, type PaymentSessionView, type PaymentView } from './payment.ts'
import { RegionResource } from './region.ts'
import { SalesChannelResource, type SalesChannelView } from './sales-channel.ts'
import { goodsTotals } from './totals.ts'

const id = z.string().nullable()

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
    ...goodsTotals,
    items: z.array(LineItemResource),
    shipping_methods: z.array(ShippingMethodResource),
    discounts: z.array(DiscountResource),
    gift_cards: z.array(GiftCardResource),
    region: RegionResource,
    shipping_address: AddressResource.nullable(),
  },
  {
    get billing_address(): One<AddressView> {
      return one(AddressResource)
    },
    get sales_channel(): One<SalesChannelView> {
      return one(SalesChannelResource)
    },
    get customer(): One<CustomerView> {
      return one(CustomerResource)
    },
    get payment(): One<PaymentView> {
      return one(PaymentResource)
    },
    get payment_sessions(): Many<PaymentSessionView> {
      return many(PaymentSessionResource)
    },
    /** The session that is selected; absent where none is. */
    get payment_session() {
      return PaymentSessionResource.optional()
    },
  },
)
export interface CartView extends z.output<typeof CartResource> {}
