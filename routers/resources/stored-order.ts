import type { z } from 'zod'
import { loadSeparately, resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import {
  AdminAddressResource,
  type AdminAddressView,
  AdminCustomerResource,
  type AdminCustomerView,
} from './admin-customer.ts'
import { AdminFulfillment, type AdminFulfillmentView } from './admin-fulfillment.ts'
import { AdminPayment, type AdminPaymentView, AdminRefund, type AdminRefundView } from './admin-payment.ts'
import { AdminSalesChannel, type AdminSalesChannelView } from './admin-sales-channel.ts'
import { ClaimResource, type ClaimView } from './claim.ts'
import { DiscountResource, type DiscountView } from './discount.ts'
import { draftOrderColumns } from './draft-order.ts'
import { AdminGiftCardResource, type AdminGiftCardView } from './gift-card.ts'
import { StoredLine, type StoredLineView, StoredShippingMethod, type StoredShippingMethodView } from './line-item.ts'
import { AdminGiftCardTransaction, type AdminGiftCardTransactionView } from './order.ts'
import { orderColumns } from './order-columns.ts'
import { StoredOrderEdit, type StoredOrderEditView } from './order-edit.ts'
import { CurrencyResource, type CurrencyView, RegionResource, type RegionView } from './region.ts'
import { ReturnResource, type ReturnView } from './return.ts'
import { StoredCart, type StoredCartView } from './stored-cart.ts'
import { SwapResource, type SwapView } from './swap.ts'

/** The order of another row, for the administration: its columns and relations without its totals. */
export const StoredOrder = resource('StoredOrder', orderColumns, {
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
  get items(): ToMany<StoredLineView> {
    return toMany(StoredLine)
  },
  get shipping_methods(): ToMany<StoredShippingMethodView> {
    return toMany(StoredShippingMethod)
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
})
loadSeparately(StoredOrder, ['returns', 'claims', 'swaps'])

/** The draft that an order was. */
export const StoredDraftOrder = resource('StoredDraftOrder', draftOrderColumns, {
  get cart(): ToOne<StoredCartView> {
    return toOne(StoredCart)
  },
  get order(): ToOne<StoredOrderView> {
    return toOne(StoredOrder)
  },
})

export interface StoredOrderView extends z.output<typeof StoredOrder> {}
export interface StoredDraftOrderView extends z.output<typeof StoredDraftOrder> {}
