import type { z } from 'zod'
import { resource, restrictRows, type ToOne, toOne } from '../reading/resource.ts'
import { paymentColumns, RefundResource } from './payment.ts'
import { CurrencyResource, type CurrencyView } from './region.ts'
import { StoredCart, type StoredCartView } from './stored-cart.ts'
import { StoredOrder, type StoredOrderView } from './stored-order.ts'
import { SwapResource, type SwapView } from './swap.ts'

/** A payment for the administration, with the order, cart or swap that it pays. */
export const AdminPayment = resource('AdminPayment', paymentColumns, {
  get order(): ToOne<StoredOrderView> {
    return toOne(StoredOrder)
  },
  get cart(): ToOne<StoredCartView> {
    return toOne(StoredCart)
  },
  get swap(): ToOne<SwapView> {
    return toOne(SwapResource)
  },
  get currency(): ToOne<CurrencyView> {
    return toOne(CurrencyResource)
  },
})

/** A refund for the administration. One that the provider refused for good gave nothing back and is left out. */
export const AdminRefund = resource('AdminRefund', RefundResource.shape, {
  get order(): ToOne<StoredOrderView> {
    return toOne(StoredOrder)
  },
  get payment(): ToOne<AdminPaymentView> {
    return toOne(AdminPayment)
  },
})
restrictRows(AdminRefund, { status: ['pending', 'settled'] })

export interface AdminPaymentView extends z.output<typeof AdminPayment> {}
export interface AdminRefundView extends z.output<typeof AdminRefund> {}
