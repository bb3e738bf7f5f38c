import { z } from 'zod'
import { giftCardTotalsOfLines } from '#entities/cart/pricing/totals.ts'
import { hasFreeOrderShipping, type OrderSnapshot, priceOrder } from '#entities/orders/order/read-order.ts'
import { defineComputation } from '../reading/computed.ts'
import { loadSeparately, type Resource, resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { AddressResource, type AddressView } from './address.ts'
import {
  AdminAddressResource,
  type AdminAddressView,
  AdminCustomerResource,
  type AdminCustomerView,
} from './admin-customer.ts'
import { AdminFulfillment, type AdminFulfillmentView } from './admin-fulfillment.ts'
import {
  AdminLineItem,
  type AdminLineItemView,
  AdminShippingMethod,
  type AdminShippingMethodView,
} from './admin-line-item.ts'
import { AdminPayment, type AdminPaymentView, AdminRefund, type AdminRefundView } from './admin-payment.ts'
import { AdminSalesChannel, type AdminSalesChannelView } from './admin-sales-channel.ts'
import { ClaimResource, type ClaimView, StoreClaim, type StoreClaimView } from './claim.ts'
import { CustomerResource, type CustomerView } from './customer.ts'
import { DiscountResource, type DiscountView } from './discount.ts'
import { FulfillmentResource, type FulfillmentView } from './fulfillment.ts'
import { AdminGiftCardResource, type AdminGiftCardView, GiftCardResource, type GiftCardView } from './gift-card.ts'
import { LineItemResource, type LineItemView, ShippingMethodResource, type ShippingMethodView } from './line-item.ts'
import { orderColumns, publicOrderColumns } from './order-columns.ts'
import { StoredOrderEdit, type StoredOrderEditView } from './order-edit.ts'
import { PaymentResource, type PaymentView, RefundResource, type RefundView } from './payment.ts'
import { CurrencyResource, type CurrencyView, RegionResource, type RegionView } from './region.ts'
import { ReturnResource, type ReturnView, StoreReturn, type StoreReturnView } from './return.ts'
import { SalesChannelResource, type SalesChannelView } from './sales-channel.ts'
import { StoredCart, type StoredCartView } from './stored-cart.ts'
import { StoredDraftOrder, type StoredDraftOrderView, StoredOrder, type StoredOrderView } from './stored-order.ts'
import { StoreSwap, type StoreSwapView, SwapResource, type SwapView } from './swap.ts'
import { itemTotals } from './totals.ts'

export const GiftCardTransactionResource = resource('GiftCardTransaction', {
  id: z.string(),
  created_at: z.date(),
  gift_card_id: z.string(),
  order_id: z.string(),
  amount: z.int(),
  is_taxable: z.boolean().nullable(),
  tax_rate: z.number().nullable(),
})

/** What an order took from a card, as those see it who run the shop. */
export const AdminGiftCardTransaction = resource('AdminGiftCardTransaction', GiftCardTransactionResource.shape, {
  get gift_card(): ToOne<AdminGiftCardView> {
    return toOne(AdminGiftCardResource)
  },
  get order(): ToOne<StoredOrderView> {
    return toOne(StoredOrder)
  },
})

const totals = {
  ...itemTotals,
  paid_total: z.int(),
  refunded_total: z.int(),
  refundable_amount: z.int(),
}

export const ORDER_TOTALS = Object.keys(totals)

const RARELY_READ_COLUMNS = ['billing_address_id', 'shipping_address_id', 'idempotency_key', 'external_id']

/** What a customer is shown of an order where they name nothing. */
export const STORE_ORDER_COLUMNS = Object.keys({ ...publicOrderColumns, ...totals })

/** What the shop is shown of an order where it names nothing. */
export const ORDER_COLUMNS = Object.keys({ ...orderColumns, ...totals }).filter(
  (name) => !RARELY_READ_COLUMNS.includes(name),
)

/** The order as its completion answers it. */
export const OrderResource = resource(
  'Order',
  {
    ...orderColumns,
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
  },
  {
    get claims(): ToMany<StoreClaimView> {
      return toMany(StoreClaim)
    },
    get swaps(): ToMany<StoreSwapView> {
      return toMany(StoreSwap)
    },
  },
)

/** What leads on from an order for its customer. */
const storeRelations = {
  get fulfillments(): ToMany<FulfillmentView> {
    return toMany(FulfillmentResource)
  },
  get returns(): ToMany<StoreReturnView> {
    return toMany(StoreReturn)
  },
  get claims(): ToMany<StoreClaimView> {
    return toMany(StoreClaim)
  },
  get swaps(): ToMany<StoreSwapView> {
    return toMany(StoreSwap)
  },
  get shipping_address(): ToOne<AddressView> {
    return toOne(AddressResource)
  },
  get billing_address(): ToOne<AddressView> {
    return toOne(AddressResource)
  },
  get items(): ToMany<LineItemView> {
    return toMany(LineItemResource)
  },
  get shipping_methods(): ToMany<ShippingMethodView> {
    return toMany(ShippingMethodResource)
  },
  get discounts(): ToMany<DiscountView> {
    return toMany(DiscountResource)
  },
  get customer(): ToOne<CustomerView> {
    return toOne(CustomerResource)
  },
  get payments(): ToMany<PaymentView> {
    return toMany(PaymentResource)
  },
  get refunds(): ToMany<RefundView> {
    return toMany(RefundResource)
  },
  get gift_cards(): ToMany<GiftCardView> {
    return toMany(GiftCardResource)
  },
  get gift_card_transactions(): ToMany<GiftCardTransactionView> {
    return toMany(GiftCardTransactionResource)
  },
  get region(): ToOne<RegionView> {
    return toOne(RegionResource)
  },
  get sales_channel(): ToOne<SalesChannelView> {
    return toOne(SalesChannelResource)
  },
}

/** The order as a storefront reads it. */
export const StoreOrder = resource('StoreOrder', { ...publicOrderColumns, ...totals }, storeRelations)

/** The order of a swap, for its customer. */
export const SwappedOrder = resource('SwappedOrder', { ...orderColumns, ...totals })

/** The order as the shop reads it. */
export const AdminOrder = resource(
  'AdminOrder',
  { ...orderColumns, ...totals },
  {
    get billing_address(): ToOne<AdminAddressView> {
      return toOne(AdminAddressResource)
    },
    get shipping_address(): ToOne<AdminAddressView> {
      return toOne(AdminAddressResource)
    },
    get customer(): ToOne<AdminCustomerView> {
      return toOne(AdminCustomerResource)
    },
    get region(): ToOne<RegionView> {
      return toOne(RegionResource)
    },
    get currency(): ToOne<CurrencyView> {
      return toOne(CurrencyResource)
    },
    get sales_channel(): ToOne<AdminSalesChannelView> {
      return toOne(AdminSalesChannel)
    },
    get cart(): ToOne<StoredCartView> {
      return toOne(StoredCart)
    },
    get draft_order(): ToOne<StoredDraftOrderView> {
      return toOne(StoredDraftOrder)
    },
    get items(): ToMany<AdminLineItemView> {
      return toMany(AdminLineItem)
    },
    get shipping_methods(): ToMany<AdminShippingMethodView> {
      return toMany(AdminShippingMethod)
    },
    get discounts(): ToMany<DiscountView> {
      return toMany(DiscountResource)
    },
    get gift_cards(): ToMany<AdminGiftCardView> {
      return toMany(AdminGiftCardResource)
    },
    get gift_card_transactions(): ToMany<AdminGiftCardTransactionView> {
      return toMany(AdminGiftCardTransaction)
    },
    get payments(): ToMany<AdminPaymentView> {
      return toMany(AdminPayment)
    },
    get refunds(): ToMany<AdminRefundView> {
      return toMany(AdminRefund)
    },
    get fulfillments(): ToMany<AdminFulfillmentView> {
      return toMany(AdminFulfillment)
    },
    get returns(): ToMany<ReturnView> {
      return toMany(ReturnResource)
    },
    get claims(): ToMany<ClaimView> {
      return toMany(ClaimResource)
    },
    get swaps(): ToMany<SwapView> {
      return toMany(SwapResource)
    },
    get edits(): ToMany<StoredOrderEditView> {
      return toMany(StoredOrderEdit)
    },
    /** The lines of which pieces can still come back, whole, where they are asked for. */
    get returnable_items(): ToMany<LineItemView> {
      return toMany(LineItemResource)
    },
  },
)

/** Adds the computed totals to an order resource. */
export function computesTotals(order: Resource): void {
  loadSeparately(order, ['returns', 'claims', 'swaps'])
  defineComputation<OrderSnapshot>(order, {
    needs: [
      'items.adjustments',
      'items.tax_lines',
      'shipping_methods.tax_lines',
      'discounts.rule',
      'gift_card_transactions',
      'payments',
      'refunds',
    ],
    compute: (row) => {
      const refunds = row.refunds.filter(({ status }) => status !== 'failed')
      const totals = priceOrder({ ...row, refunds })
      const { lines, shipping_methods, ...computed } = totals
      const giftCardTotals = giftCardTotalsOfLines(totals)
      const free = hasFreeOrderShipping(row)
      return {
        ...computed,
        refunds,
        items: row.items.map((item, i) => Object.assign(item, { gift_card_total: giftCardTotals[i] })),
        shipping_methods: row.shipping_methods.map((method) => Object.assign(method, { free })),
      }
    },
  })
}
for (const order of [OrderResource, StoreOrder, SwappedOrder, AdminOrder]) computesTotals(order)

export interface GiftCardTransactionView extends z.output<typeof GiftCardTransactionResource> {}
export interface AdminGiftCardTransactionView extends z.output<typeof AdminGiftCardTransaction> {}
export interface OrderView extends z.output<typeof OrderResource> {}
export interface StoreOrderView extends z.output<typeof StoreOrder> {}
export interface SwappedOrderView extends z.output<typeof SwappedOrder> {}

export interface AdminOrderView extends z.output<typeof AdminOrder> {}
