import { z } from 'zod'
import { SWAP_FULFILLMENT_STATUSES, SWAP_PAYMENT_STATUSES } from '#entities/swap/statuses.ts'
import { metadata, softDelete, timestamps } from '../common.ts'
import { type Many, many, type One, one, resource } from '../resource.ts'
import { AddressResource, type AddressView } from './address.ts'
import {
  AdminLineItem,
  type AdminLineItemView,
  AdminShippingMethod,
  type AdminShippingMethodView,
} from './admin-line-item.ts'
import { CartResource, type CartView } from './cart.ts'
import { FulfillmentResource, type FulfillmentView } from './fulfillment.ts'
import { LineItemResource, type LineItemView, ShippingMethodResource, type ShippingMethodView } from './line-item.ts'
import { StoredOrder, type StoredOrderView, StoreOrder, type StoreOrderView } from './order.ts'
import { PaymentResource, type PaymentView } from './payment.ts'
import { ReturnResource, type ReturnView, StoreReturn, type StoreReturnView } from './return.ts'
import { StoredCart, type StoredCartView } from './stored-cart.ts'

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
  get order(): One<StoredOrderView> {
    return one(StoredOrder)
  },
  get cart(): One<StoredCartView> {
    return one(StoredCart)
  },
  get additional_items(): Many<AdminLineItemView> {
    return many(AdminLineItem)
  },
  get return_order(): One<ReturnView> {
    return one(ReturnResource)
  },
  get fulfillments(): Many<FulfillmentView> {
    return many(FulfillmentResource)
  },
  get payment(): One<PaymentView> {
    return one(PaymentResource)
  },
  get shipping_address(): One<AddressView> {
    return one(AddressResource)
  },
  get shipping_methods(): Many<AdminShippingMethodView> {
    return many(AdminShippingMethod)
  },
})

/** A swap as its customer sees it. */
export const StoreSwap = resource('StoreSwap', columns, {
  get order(): One<StoreOrderView> {
    return one(StoreOrder)
  },
  /** Priced; of a swap that is read by it. */
  get cart(): One<CartView> {
    return one(CartResource)
  },
  get additional_items(): Many<LineItemView> {
    return many(LineItemResource)
  },
  get return_order(): One<StoreReturnView> {
    return one(StoreReturn)
  },
  get fulfillments(): Many<FulfillmentView> {
    return many(FulfillmentResource)
  },
  get payment(): One<PaymentView> {
    return one(PaymentResource)
  },
  get shipping_address(): One<AddressView> {
    return one(AddressResource)
  },
  get shipping_methods(): Many<ShippingMethodView> {
    return many(ShippingMethodResource)
  },
})

export interface SwapView extends z.output<typeof SwapResource> {}
export interface StoreSwapView extends z.output<typeof StoreSwap> {}
