import { z } from 'zod'
import { splitGiftCardTotal } from '#entities/cart/pricing/totals.ts'
import { Order } from '#entities/orders/order/order.ts'
import { isFreeMethod, type OrderSnapshot, priceOrder } from '#entities/orders/order/read-order.ts'
import { GiftCardTransaction } from '#entities/promotions/gift-card/gift-card-transaction.ts'
import { columnsOf } from '../inputs/columns.ts'
import { ShownTags } from '../inputs/tags.ts'
import { defineResource, type Resource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { AddressResource } from './address.ts'
import { AdminLineItem, AdminShippingMethod } from './admin-line-item.ts'
import { StoreClaim } from './claim.ts'
import { CustomerResource } from './customer.ts'
import { DiscountResource } from './discount.ts'
import { FulfillmentResource } from './fulfillment.ts'
import { AdminGiftCardResource, GiftCardResource } from './gift-card.ts'
import { LineItemResource, ShippingMethodResource } from './line-item.ts'
import { differenceColumns, orderColumns, publicOrderColumns } from './order-columns.ts'
import { PaymentResource, RefundResource } from './payment.ts'
import { RegionResource } from './region.ts'
import { StoreReturn } from './return.ts'
import { SalesChannelResource } from './sales-channel.ts'
import { adminOrderRelations, StoredOrder } from './stored-order.ts'
import { StoreSwap } from './swap.ts'
import { itemTotals } from './totals.ts'

const GiftCardTransactionResource = defineResource({
  name: 'GiftCardTransaction',
  entity: GiftCardTransaction,
  columns: columnsOf(GiftCardTransaction),
})

const giftCardTransaction = defineResource({
  name: 'AdminGiftCardTransaction',
  entity: GiftCardTransaction,
  columns: columnsOf(GiftCardTransaction),
  relations: () => ({ gift_card: toOne(AdminGiftCardResource), order: toOne(StoredOrder) }),
})
export interface AdminGiftCardTransactionView extends RowOf<typeof giftCardTransaction> {}

export const AdminGiftCardTransaction: Resource<AdminGiftCardTransactionView> = giftCardTransaction

export const orderTotals = {
  columns: {
    ...itemTotals,
    paid_total: z.int(),
    refunded_total: z.int(),
    refundable_amount: z.int(),
  },
  needs: [
    'items.adjustments',
    'items.tax_lines',
    'shipping_methods.tax_lines',
    'discounts.rule',
    'gift_card_transactions',
    'payments',
    'refunds',
  ],
  compute: (row: OrderSnapshot) => {
    const refunds = row.refunds.filter(({ status }) => status !== 'failed')
    const totals = priceOrder({ ...row, refunds })
    const { lines, shipping_methods, ...computed } = totals
    const giftCardTotals = splitGiftCardTotal(totals)
    return {
      ...computed,
      refunds,
      items: row.items.map((item, i) => Object.assign(item, { gift_card_total: giftCardTotals[i] })),
      shipping_methods: row.shipping_methods.map((method) =>
        Object.assign(method, { free: isFreeMethod(row, method) }),
      ),
    }
  },
}

export const ORDER_TOTALS = Object.keys(orderTotals.columns)

const RARELY_READ_COLUMNS = ['billing_address_id', 'shipping_address_id', 'idempotency_key', 'external_id']

export const STORE_ORDER_COLUMNS = [...Object.keys(publicOrderColumns), ...ORDER_TOTALS]

const ADMIN_EXTRAS = { tags: ShownTags, payment_link_expires_at: z.date().optional() }
const ADMIN_COLUMNS = { ...orderColumns, ...differenceColumns }

export const ORDER_COLUMNS = [...Object.keys(ADMIN_COLUMNS), ...Object.keys(ADMIN_EXTRAS), ...ORDER_TOTALS].filter(
  (name) => !RARELY_READ_COLUMNS.includes(name),
)

export const OrderResource = defineResource({
  name: 'Order',
  entity: Order,
  fields: 'order',
  columns: orderColumns,
  computed: orderTotals,
  relations: () => ({
    items: z.array(LineItemResource),
    shipping_methods: z.array(ShippingMethodResource),
    discounts: z.array(DiscountResource),
    gift_cards: z.array(GiftCardResource),
    gift_card_transactions: z.array(GiftCardTransactionResource),
    payments: z.array(PaymentResource),
    refunds: z.array(RefundResource),
    region: RegionResource,
    shipping_address: AddressResource.nullable(),
    claims: toMany(StoreClaim),
    swaps: toMany(StoreSwap),
  }),
  loadSeparately: ['claims', 'swaps'],
})

export const storeOrderRelations = () => ({
  fulfillments: toMany(FulfillmentResource),
  returns: toMany(StoreReturn),
  claims: toMany(StoreClaim),
  swaps: toMany(StoreSwap),
  shipping_address: toOne(AddressResource),
  billing_address: toOne(AddressResource),
  items: toMany(LineItemResource),
  shipping_methods: toMany(ShippingMethodResource),
  discounts: toMany(DiscountResource),
  customer: toOne(CustomerResource),
  payments: toMany(PaymentResource),
  refunds: toMany(RefundResource),
  gift_cards: toMany(GiftCardResource),
  gift_card_transactions: toMany(GiftCardTransactionResource),
  region: toOne(RegionResource),
  sales_channel: toOne(SalesChannelResource),
})

export const StoreOrder = defineResource({
  name: 'StoreOrder',
  entity: Order,
  fields: 'order',
  columns: publicOrderColumns,
  computed: orderTotals,
  relations: storeOrderRelations,
  loadSeparately: ['returns', 'claims', 'swaps'],
})
export interface StoreOrderView extends RowOf<typeof StoreOrder> {}

const swappedOrder = defineResource({
  name: 'SwappedOrder',
  entity: Order,
  fields: 'order',
  columns: orderColumns,
  computed: orderTotals,
})
export interface SwappedOrderView extends RowOf<typeof swappedOrder> {}

export const SwappedOrder: Resource<SwappedOrderView> = swappedOrder

export const AdminOrder = defineResource({
  name: 'AdminOrder',
  entity: Order,
  fields: 'order',
  columns: ADMIN_COLUMNS,
  sparse: ADMIN_EXTRAS,
  computed: orderTotals,
  relations: () => ({
    ...adminOrderRelations(),
    items: toMany(AdminLineItem),
    shipping_methods: toMany(AdminShippingMethod),
  }),
  addedRelations: () => ({ returnable_items: toMany(LineItemResource) }),
  loadSeparately: ['returns', 'claims', 'swaps'],
})
