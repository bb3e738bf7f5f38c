import { z } from 'zod'
import { CART_TYPES } from '#entities/cart/cart.ts'
import { metadata, softDelete, timestamps } from '../common.ts'
import { type Many, many, type One, one, resource } from '../resource.ts'
import { AddressResource, type AddressView } from './address.ts'
import { CustomerResource, type CustomerView } from './customer.ts'
import { DiscountResource, type DiscountView } from './discount.ts'
import { AdminGiftCardResource, type AdminGiftCardView } from './gift-card.ts'
import { StoredLine, type StoredLineView, StoredShippingMethod, type StoredShippingMethodView } from './line-item.ts'
import { PaymentResource, PaymentSessionResource, type PaymentSessionView, type PaymentView } from './payment.ts'
import { RegionResource, type RegionView } from './region.ts'
import { SalesChannelResource, type SalesChannelView } from './sales-channel.ts'

/** The cart of an order or a draft, as the shop reads it: what is stored of it, not what it comes to. */
export const StoredCart = resource(
  'StoredCart',
  {
    object: z.literal('cart'),
    id: z.string(),
    ...timestamps,
    ...softDelete,
    ...metadata,
    email: z.string().nullable(),
    billing_address_id: z.string().nullable(),
    shipping_address_id: z.string().nullable(),
    region_id: z.string(),
    customer_id: z.string().nullable(),
    sales_channel_id: z.string().nullable(),
    payment_id: z.string().nullable(),
    type: z.enum(CART_TYPES),
    completed_at: z.date().nullable(),
    payment_authorized_at: z.date().nullable(),
    idempotency_key: z.string().nullable(),
    context: z.record(z.string(), z.unknown()).nullable(),
  },
  {
    get items(): Many<StoredLineView> {
      return many(StoredLine)
    },
    get region(): One<RegionView> {
      return one(RegionResource)
    },
    get customer(): One<CustomerView> {
      return one(CustomerResource)
    },
    get billing_address(): One<AddressView> {
      return one(AddressResource)
    },
    get shipping_address(): One<AddressView> {
      return one(AddressResource)
    },
    get discounts(): Many<DiscountView> {
      return many(DiscountResource)
    },
    get gift_cards(): Many<AdminGiftCardView> {
      return many(AdminGiftCardResource)
    },
    get shipping_methods(): Many<StoredShippingMethodView> {
      return many(StoredShippingMethod)
    },
    get payment(): One<PaymentView> {
      return one(PaymentResource)
    },
    get payment_sessions(): Many<PaymentSessionView> {
      return many(PaymentSessionResource)
    },
    get sales_channel(): One<SalesChannelView> {
      return one(SalesChannelResource)
    },
  },
)
export interface StoredCartView extends z.output<typeof StoredCart> {}
