import { z } from 'zod'
import { FULFILLMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES } from '#entities/order/order.ts'
import { metadata, timestamps } from '../common.ts'
import { type Many, many, type One, one, resource } from '../resource.ts'
import { AddressResource, type AddressView } from './address.ts'
import { CustomerResource, type CustomerView } from './customer.ts'
import { DiscountResource, type DiscountView } from './discount.ts'
import { GiftCardResource, type GiftCardView } from './gift-card.ts'
import {
  LineItemResource,
  type LineItemView,
  ShippingMethodResource,
  type ShippingMethodView,
  StoredLine,
  type StoredLineView,
} from './line-item.ts'
import { PaymentResource, type PaymentView, RefundResource, type RefundView } from './payment.ts'
import { RegionResource, type RegionView } from './region.ts'
import { SalesChannelResource, type SalesChannelView } from './sales-channel.ts'
import { goodsTotals } from './totals.ts'

export const GiftCardTransactionResource = resource('GiftCardTransaction', {
  id: z.string(),
  created_at: z.date(),
  gift_card_id: z.string(),
  order_id: z.string(),
  amount: z.int(),
  is_taxable: z.boolean().nullable(),
  tax_rate: z.number().nullable(),
})

/** What a customer may know of an order without having placed it: who knows its id may see this. */
const publicColumns = {
  object: z.literal('order'),
  id: z.string(),
  status: z.enum(ORDER_STATUSES),
  fulfillment_status: z.enum(FULFILLMENT_STATUSES),
  payment_status: z.enum(PAYMENT_STATUSES),
  display_id: z.int(),
  cart_id: z.string().nullable(),
  customer_id: z.string(),
  email: z.string(),
  region_id: z.string(),
  currency_code: z.string(),
  tax_rate: z.number().nullable(),
  created_at: z.date(),
}

const totals = {
  ...goodsTotals,
  paid_total: z.int(),
  refunded_total: z.int(),
  refundable_amount: z.int(),
}

export const ORDER_TOTALS = Object.keys(totals)

/* What is attached to an order after it was placed. */
const FulfillmentResource = resource('Fulfillment', { id: z.string() })
const ClaimResource = resource('ClaimOrder', { id: z.string() })
const SwapResource = resource('Swap', { id: z.string() })

const columns = {
  ...publicColumns,
  ...timestamps,
  ...metadata,
  billing_address_id: z.string().nullable(),
  shipping_address_id: z.string().nullable(),
  sales_channel_id: z.string().nullable(),
  draft_order_id: z.string().nullable(),
  canceled_at: z.date().nullable(),
  no_notification: z.boolean().nullable(),
  idempotency_key: z.string().nullable(),
  external_id: z.string().nullable(),
}

/** The order as it is listed with its customer: what is stored of it and its lines, not what it came to. */
export const StoredOrder = resource('StoredOrder', columns, {
  get items(): Many<StoredLineView> {
    return many(StoredLine)
  },
})

/** The order as its completion answers it. */
export const OrderResource = resource('Order', {
  ...columns,
  ...totals,
  items: z.array(LineItemResource),
  shipping_methods: z.array(ShippingMethodResource),
  discounts: z.array(DiscountResource),
  gift_cards: z.array(GiftCardResource),
  gift_card_transactions: z.array(GiftCardTransactionResource),
  payments: z.array(PaymentResource),
  refunds: z.array(RefundResource),
  region: RegionResource,
  shipping_address: AddressResource.nullable(),
  claims: z.array(ClaimResource),
  swaps: z.array(SwapResource),
})

/** The order as a storefront reads it. */
export const StoreOrder = resource(
  'StoreOrder',
  { ...publicColumns, ...totals },
  {
    get fulfillments() {
      return many(FulfillmentResource)
    },
    get claims() {
      return many(ClaimResource)
    },
    get swaps() {
      return many(SwapResource)
    },
    get shipping_address(): One<AddressView> {
      return one(AddressResource)
    },
    get billing_address(): One<AddressView> {
      return one(AddressResource)
    },
    get items(): Many<LineItemView> {
      return many(LineItemResource)
    },
    get shipping_methods(): Many<ShippingMethodView> {
      return many(ShippingMethodResource)
    },
    get discounts(): Many<DiscountView> {
      return many(DiscountResource)
    },
    get customer(): One<CustomerView> {
      return one(CustomerResource)
    },
    get payments(): Many<PaymentView> {
      return many(PaymentResource)
    },
    get refunds(): Many<RefundView> {
      return many(RefundResource)
    },
    get gift_cards(): Many<GiftCardView> {
      return many(GiftCardResource)
    },
    get gift_card_transactions(): Many<GiftCardTransactionView> {
      return many(GiftCardTransactionResource)
    },
    get region(): One<RegionView> {
      return one(RegionResource)
    },
    get sales_channel(): One<SalesChannelView> {
      return one(SalesChannelResource)
    },
  },
)
export interface GiftCardTransactionView extends z.output<typeof GiftCardTransactionResource> {}
export interface StoredOrderView extends z.output<typeof StoredOrder> {}
export interface OrderView extends z.output<typeof OrderResource> {}
export interface StoreOrderView extends z.output<typeof StoreOrder> {}

/** The order as the shop reads it: as it was placed, with whose it is. */
export const AdminOrder = OrderResource.extend({
  customer: CustomerResource.nullable(),
  billing_address: AddressResource.nullable(),
  fulfillments: z.array(FulfillmentResource),
})
