import { z } from 'zod'
import { isShippedFree, type OrderFacts, priceOrder } from '#entities/order/read-order.ts'
import { computes } from '../computed.ts'
import { type Many, many, type One, one, resource, seldomHas } from '../resource.ts'
import { AddressResource, type AddressView } from './address.ts'
import {
  AdminAddressResource,
  type AdminAddressView,
  AdminCustomerResource,
  type AdminCustomerView,
} from './admin-customer.ts'
import {
  AdminLineItem,
  type AdminLineItemView,
  AdminShippingMethod,
  type AdminShippingMethodView,
} from './admin-line-item.ts'
import { ClaimResource, type ClaimView, StoreClaim, type StoreClaimView } from './claim.ts'
import { CustomerResource, type CustomerView } from './customer.ts'
import { DiscountResource, type DiscountView } from './discount.ts'
import { draftOrderColumns } from './draft-order.ts'
import { FulfillmentResource, type FulfillmentView } from './fulfillment.ts'
import { AdminGiftCardResource, type AdminGiftCardView, GiftCardResource, type GiftCardView } from './gift-card.ts'
import {
  LineItemResource,
  type LineItemView,
  ShippingMethodResource,
  type ShippingMethodView,
  StoredLine,
  type StoredLineView,
} from './line-item.ts'
import { orderColumns, publicOrderColumns } from './order-columns.ts'
import { StoredOrderEdit, type StoredOrderEditView } from './order-edit.ts'
import { PaymentResource, type PaymentView, RefundResource, type RefundView } from './payment.ts'
import { CurrencyResource, type CurrencyView, RegionResource, type RegionView } from './region.ts'
import { ReturnResource, type ReturnView, StoreReturn, type StoreReturnView } from './return.ts'
import { SalesChannelResource, type SalesChannelView } from './sales-channel.ts'
import { StoredCart, type StoredCartView } from './stored-cart.ts'
import { StoreSwap, type StoreSwapView, SwapResource, type SwapView } from './swap.ts'
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

/** What an order took from a card, as those see it who run the shop. */
const AdminGiftCardTransaction = resource('AdminGiftCardTransaction', GiftCardTransactionResource.shape, {
  get gift_card(): One<AdminGiftCardView> {
    return one(AdminGiftCardResource)
  },
  get order(): One<StoredOrderView> {
    return one(StoredOrder)
  },
})

const totals = {
  ...goodsTotals,
  paid_total: z.int(),
  refunded_total: z.int(),
  refundable_amount: z.int(),
}

export const ORDER_TOTALS = Object.keys(totals)

const RARELY_ASKED = ['billing_address_id', 'shipping_address_id', 'idempotency_key', 'external_id']

/** What a customer is shown of an order where they name nothing. */
export const STORE_ORDER_COLUMNS = Object.keys({ ...publicOrderColumns, ...totals })

/** What the shop is shown of an order where it names nothing. */
export const ORDER_COLUMNS = Object.keys({ ...orderColumns, ...totals }).filter((name) => !RARELY_ASKED.includes(name))

/** The order as it is listed with its customer: what is stored of it and its lines, not what it came to. */
export const StoredOrder = resource('StoredOrder', orderColumns, {
  get items(): Many<StoredLineView> {
    return many(StoredLine)
  },
})

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
    get claims(): Many<StoreClaimView> {
      return many(StoreClaim)
    },
    get swaps(): Many<StoreSwapView> {
      return many(StoreSwap)
    },
  },
)

/** What leads on from an order for its customer. */
const storeRelations = {
  get fulfillments(): Many<FulfillmentView> {
    return many(FulfillmentResource)
  },
  get returns(): Many<StoreReturnView> {
    return many(StoreReturn)
  },
  get claims(): Many<StoreClaimView> {
    return many(StoreClaim)
  },
  get swaps(): Many<StoreSwapView> {
    return many(StoreSwap)
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
}

/** The order as a storefront reads it. */
export const StoreOrder = resource('StoreOrder', { ...publicOrderColumns, ...totals }, storeRelations)

/** The same for whose it is: what else is stored of it can be asked for. */
export const OwnOrder = resource(
  'OwnOrder',
  { ...z.object(orderColumns).partial().shape, ...publicOrderColumns, ...totals },
  storeRelations,
)

/** The draft that an order was. */
export const StoredDraftOrder = resource('StoredDraftOrder', draftOrderColumns, {
  get cart(): One<StoredCartView> {
    return one(StoredCart)
  },
})

/** The order as the shop reads it. */
export const AdminOrder = resource(
  'AdminOrder',
  { ...orderColumns, ...totals },
  {
    get billing_address(): One<AdminAddressView> {
      return one(AdminAddressResource)
    },
    get shipping_address(): One<AdminAddressView> {
      return one(AdminAddressResource)
    },
    get customer(): One<AdminCustomerView> {
      return one(AdminCustomerResource)
    },
    get region(): One<RegionView> {
      return one(RegionResource)
    },
    get currency(): One<CurrencyView> {
      return one(CurrencyResource)
    },
    get sales_channel(): One<SalesChannelView> {
      return one(SalesChannelResource)
    },
    get cart(): One<StoredCartView> {
      return one(StoredCart)
    },
    get draft_order(): One<StoredDraftOrderView> {
      return one(StoredDraftOrder)
    },
    get items(): Many<AdminLineItemView> {
      return many(AdminLineItem)
    },
    get shipping_methods(): Many<AdminShippingMethodView> {
      return many(AdminShippingMethod)
    },
    get discounts(): Many<DiscountView> {
      return many(DiscountResource)
    },
    get gift_cards(): Many<AdminGiftCardView> {
      return many(AdminGiftCardResource)
    },
    get gift_card_transactions(): Many<AdminGiftCardTransactionView> {
      return many(AdminGiftCardTransaction)
    },
    get payments(): Many<PaymentView> {
      return many(PaymentResource)
    },
    get refunds(): Many<RefundView> {
      return many(RefundResource)
    },
    get fulfillments(): Many<FulfillmentView> {
      return many(FulfillmentResource)
    },
    get returns(): Many<ReturnView> {
      return many(ReturnResource)
    },
    get claims(): Many<ClaimView> {
      return many(ClaimResource)
    },
    get swaps(): Many<SwapView> {
      return many(SwapResource)
    },
    get edits(): Many<StoredOrderEditView> {
      return many(StoredOrderEdit)
    },
    /** The lines of which pieces can still come back, whole, where they are asked for. */
    get returnable_items(): Many<LineItemView> {
      return many(LineItemResource)
    },
  },
)

for (const order of [OrderResource, StoreOrder, OwnOrder, AdminOrder]) {
  seldomHas(order, ['returns', 'claims', 'swaps'])
  computes<OrderFacts>(order, {
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
      const { lines, shipping_methods, ...computed } = priceOrder({ ...row, refunds })
      const free = isShippedFree(row)
      return {
        ...computed,
        refunds,
        shipping_methods: row.shipping_methods.map((method) => Object.assign(method, { free })),
      }
    },
  })
}

export interface GiftCardTransactionView extends z.output<typeof GiftCardTransactionResource> {}
export interface AdminGiftCardTransactionView extends z.output<typeof AdminGiftCardTransaction> {}
export interface StoredOrderView extends z.output<typeof StoredOrder> {}
export interface OrderView extends z.output<typeof OrderResource> {}
export interface StoreOrderView extends z.output<typeof StoreOrder> {}

export interface StoredDraftOrderView extends z.output<typeof StoredDraftOrder> {}
export interface AdminOrderView extends z.output<typeof AdminOrder> {}
