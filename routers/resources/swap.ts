import { z } from 'zod'
import { SWAP_FULFILLMENT_STATUSES, SWAP_PAYMENT_STATUSES } from '#entities/orders/swap/statuses.ts'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { AddressResource, type AddressView } from './address.ts'
import { AdminFulfillment, type AdminFulfillmentView } from './admin-fulfillment.ts'
import {
  AdminLineItem,
  type AdminLineItemView,
  AdminShippingMethod,
  type AdminShippingMethodView,
} from './admin-line-item.ts'
import { AdminPayment, type AdminPaymentView } from './admin-payment.ts'
import { CartResource, type CartView } from './cart.ts'
import { FulfillmentResource, type FulfillmentView } from './fulfillment.ts'
import { LineItemResource, type LineItemView, ShippingMethodResource, type ShippingMethodView } from './line-item.ts'
import { SwappedOrder, type SwappedOrderView } from './order.ts'
import { PaymentResource, type PaymentView } from './payment.ts'
import { ReturnResource, type ReturnView, StoreReturn, type StoreReturnView } from './return.ts'
import { StoredCart, type StoredCartView } from './stored-cart.ts'
import { StoredOrder, type StoredOrderView } from './stored-order.ts'

const text = z.string().nullable()

const columns = {
  id: z.string(),
  ...timestamps,
  ...softDelete,
  ...metadata,
  fulfillment_status: z.enum(SWAP_FULFILLMENT_STATUSES),
  payment_status: z.enum(SWAP_PAYMENT_STATUSES),
  order_id: z.string(),
  /** Minor units, less than 0 where the shop owes them. */
  difference_due: z.int().nullable(),
  shipping_address_id: text,
  cart_id: text,
  confirmed_at: z.date().nullable(),
  canceled_at: z.date().nullable(),
  no_notification: z.boolean().nullable(),
  allow_backorder: z.boolean(),
  idempotency_key: text,
}

export const SwapResource = resource('Swap', columns, {
  get order(): ToOne<StoredOrderView> {
    return toOne(StoredOrder)
  },
  get cart(): ToOne<StoredCartView> {
    return toOne(StoredCart)
  },
  get additional_items(): ToMany<AdminLineItemView> {
    return toMany(AdminLineItem)
  },
  get return_order(): ToOne<ReturnView> {
    return toOne(ReturnResource)
  },
  get fulfillments(): ToMany<AdminFulfillmentView> {
    return toMany(AdminFulfillment)
  },
  get payment(): ToOne<AdminPaymentView> {
    return toOne(AdminPayment)
  },
  get shipping_address(): ToOne<AddressView> {
    return toOne(AddressResource)
  },
  get shipping_methods(): ToMany<AdminShippingMethodView> {
    return toMany(AdminShippingMethod)
  },
})

/** A swap as its customer sees it. */
export const StoreSwap = resource('StoreSwap', columns, {
  get order(): ToOne<SwappedOrderView> {
    return toOne(SwappedOrder)
  },
  /** Priced; of a swap that is read by it. */
  get cart(): ToOne<CartView> {
    return toOne(CartResource)
  },
  get additional_items(): ToMany<LineItemView> {
    return toMany(LineItemResource)
  },
  get return_order(): ToOne<StoreReturnView> {
    return toOne(StoreReturn)
  },
  get fulfillments(): ToMany<FulfillmentView> {
    return toMany(FulfillmentResource)
  },
  get payment(): ToOne<PaymentView> {
    return toOne(PaymentResource)
  },
  get shipping_address(): ToOne<AddressView> {
    return toOne(AddressResource)
  },
  get shipping_methods(): ToMany<ShippingMethodView> {
    return toMany(ShippingMethodResource)
  },
})

export interface SwapView extends z.output<typeof SwapResource> {}
export interface StoreSwapView extends z.output<typeof StoreSwap> {}
