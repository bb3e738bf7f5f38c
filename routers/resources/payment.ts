import { Payment } from '#entities/cart/payment/payment.ts'
import { PaymentSession } from '#entities/cart/payment/payment-session.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource } from '../reading/define-resource.ts'

export const PaymentSessionResource = defineResource({
  name: 'PaymentSession',
  entity: PaymentSession,
  columns: columnsOf(PaymentSession, { omit: ['fixed_amount'] }),
})

export const paymentColumns = columnsOf(Payment, {
  omit: ['payment_collection_id', 'capture_asked_at', 'capture_amount', 'balance_account_id'],
})

export const PaymentResource = defineResource({ name: 'Payment', entity: Payment, columns: paymentColumns })

export const refundColumns = {
  ...columnsOf(Refund, {
    omit: ['claim_order_id', 'swap_id', 'return_id', 'status', 'excess_amount', 'balance_account_id'],
  }),
}

export const RefundResource = defineResource({ name: 'Refund', entity: Refund, columns: refundColumns })
