import { DraftOrder } from '#entities/orders/draft-order/draft-order.ts'
import { Order } from '#entities/orders/order/order.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, type Resource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { AdminAddressResource, AdminCustomerResource } from './admin-customer.ts'
import { AdminFulfillment } from './admin-fulfillment.ts'
import { AdminPayment, AdminRefund } from './admin-payment.ts'
import { AdminSalesChannel } from './admin-sales-channel.ts'
import { ClaimResource } from './claim.ts'
import { DiscountResource } from './discount.ts'
import { AdminGiftCardResource } from './gift-card.ts'
import { StoredLine, StoredShippingMethod } from './line-item.ts'
import { AdminGiftCardTransaction } from './order.ts'
import { orderColumns } from './order-columns.ts'
import { StoredOrderEdit } from './order-edit.ts'
import { CurrencyResource, RegionResource } from './region.ts'
import { ReturnResource } from './return.ts'
import { StoredCart } from './stored-cart.ts'
import { SwapResource } from './swap.ts'

export const adminOrderRelations = () => ({
  billing_address: toOne(AdminAddressResource),
  shipping_address: toOne(AdminAddressResource),
  customer: toOne(AdminCustomerResource),
  region: toOne(RegionResource),
  currency: toOne(CurrencyResource),
  sales_channel: toOne(AdminSalesChannel),
  cart: toOne(StoredCart),
  draft_order: toOne(StoredDraftOrder),
  discounts: toMany(DiscountResource),
  gift_cards: toMany(AdminGiftCardResource),
  gift_card_transactions: toMany(AdminGiftCardTransaction),
  payments: toMany(AdminPayment),
  refunds: toMany(AdminRefund),
  fulfillments: toMany(AdminFulfillment),
  returns: toMany(ReturnResource),
  claims: toMany(ClaimResource),
  swaps: toMany(SwapResource),
  edits: toMany(StoredOrderEdit),
})

const storedOrder = defineResource({
  name: 'StoredOrder',
  entity: Order,
  fields: 'order',
  columns: orderColumns,
  relations: () => ({
    ...adminOrderRelations(),
    items: toMany(StoredLine),
    shipping_methods: toMany(StoredShippingMethod),
  }),
  loadSeparately: ['returns', 'claims', 'swaps'],
})
export interface StoredOrderView extends RowOf<typeof storedOrder> {}

export const StoredOrder: Resource<StoredOrderView> = storedOrder

export const draftOrderRelations = () => ({ cart: toOne(StoredCart), order: toOne(StoredOrder) })

const storedDraftOrder = defineResource({
  name: 'StoredDraftOrder',
  entity: DraftOrder,
  fields: 'draft_order',
  columns: columnsOf(DraftOrder, { omit: ['tags', 'payment_link_expires_at'] }),
  relations: draftOrderRelations,
})
export interface StoredDraftOrderView extends RowOf<typeof storedDraftOrder> {}

const StoredDraftOrder: Resource<StoredDraftOrderView> = storedDraftOrder
