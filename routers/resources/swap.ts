import { z } from 'zod'
import { Swap } from '#entities/orders/swap/swap.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, type Resource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { AddressResource } from './address.ts'
import { AdminFulfillment } from './admin-fulfillment.ts'
import { AdminLineItem, AdminShippingMethod } from './admin-line-item.ts'
import { AdminPayment } from './admin-payment.ts'
import { CartResource } from './cart.ts'
import { FulfillmentResource } from './fulfillment.ts'
import { LineItemResource, ShippingMethodResource } from './line-item.ts'
import { SwappedOrder } from './order.ts'
import { PaymentResource } from './payment.ts'
import { ReturnResource, StoreReturn } from './return.ts'
import { StoredCart } from './stored-cart.ts'
import { StoredOrder } from './stored-order.ts'

export const adminSwapRelations = () => ({
  order: toOne(StoredOrder),
  additional_items: toMany(AdminLineItem),
  return_order: toOne(ReturnResource),
  fulfillments: toMany(AdminFulfillment),
  payment: toOne(AdminPayment),
  shipping_address: toOne(AddressResource),
  shipping_methods: toMany(AdminShippingMethod),
})

export const SWAP_EXTRAS = { payment_link_expires_at: z.date().optional() }

const swap = defineResource({
  name: 'Swap',
  entity: Swap,
  fields: 'swap',
  columns: columnsOf(Swap, { omit: ['taxes', 'payment_link_expires_at'] }),
  sparse: SWAP_EXTRAS,
  relations: () => ({ ...adminSwapRelations(), cart: toOne(StoredCart) }),
})
export interface SwapView extends RowOf<typeof swap> {}
export const SwapResource: Resource<SwapView> = swap

const storeSwap = defineResource({
  name: 'StoreSwap',
  entity: Swap,
  fields: 'swap',
  columns: columnsOf(Swap, { omit: ['taxes', 'payment_link_expires_at'] }),
  relations: () => ({
    order: toOne(SwappedOrder),
    cart: toOne(CartResource),
    additional_items: toMany(LineItemResource),
    return_order: toOne(StoreReturn),
    fulfillments: toMany(FulfillmentResource),
    payment: toOne(PaymentResource),
    shipping_address: toOne(AddressResource),
    shipping_methods: toMany(ShippingMethodResource),
  }),
})
export interface StoreSwapView extends RowOf<typeof storeSwap> {}

/** Swap for its customer. The cart of the swap has totals only if the caller reads the swap by its cart. */
export const StoreSwap: Resource<StoreSwapView> = storeSwap
