import { Payment } from '#entities/cart/payment/payment.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import { defineResource, type Resource, type RowOf, toOne } from '../reading/define-resource.ts'
import { paymentColumns, refundColumns } from './payment.ts'
import { CurrencyResource } from './region.ts'
import { StoredCart } from './stored-cart.ts'
import { StoredOrder } from './stored-order.ts'
import { SwapResource } from './swap.ts'

const payment = defineResource({
  name: 'AdminPayment',
  entity: Payment,
  columns: paymentColumns,
  relations: () => ({
    order: toOne(StoredOrder),
    cart: toOne(StoredCart),
    swap: toOne(SwapResource),
    currency: toOne(CurrencyResource),
  }),
})
export interface AdminPaymentView extends RowOf<typeof payment> {}

export const AdminPayment: Resource<AdminPaymentView> = payment

const refund = defineResource({
  name: 'AdminRefund',
  entity: Refund,
  columns: refundColumns,
  relations: () => ({ order: toOne(StoredOrder), payment: toOne(AdminPayment) }),
  scope: { status: ['pending', 'settled'] },
})
export interface AdminRefundView extends RowOf<typeof refund> {}

/** Refund for administrators. The server does not show failed refunds. */
export const AdminRefund: Resource<AdminRefundView> = refund
