import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, id, oneOf, personal, personalMetadata, timestamps } from '#entities/base.ts'
import { Order } from '#entities/orders/order/order.ts'
import { Payment } from './payment.ts'

export const REFUND_REASONS = ['discount', 'return', 'swap', 'claim', 'other'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** `pending` until the provider confirms the refund. `failed` if the provider declines it. */
export type RefundStatus = 'pending' | 'settled' | 'failed'

const RefundSchema = defineEntity({
  name: 'Refund',
  tableName: 'refund',
  properties: {
    id: id('ref'),
    ...timestamps(),
    ...personalMetadata(),
    order_id: p.text().nullable().index(),
    payment_id: p.text().nullable().index(),
    claim_order_id: p.text().nullable().index(),
    swap_id: p.text().nullable(),
    /** Null if a claim or a swap refunds the return. */
    return_id: p.text().nullable(),
    /** The balance that got a refund of another payment. Its provider then pays nothing. */
    balance_account_id: p.text().nullable(),
    amount: amount(),
    /** The part of the refund that paid back more than the order cost. Null in refunds from before this column. */
    excess_amount: amount()
      .nullable()
      .onCreate(() => 0),
    note: personal(p.text().nullable()),
    reason: oneOf(REFUND_REASONS),
    idempotency_key: p.text().nullable(),
    status: p
      .text()
      .$type<RefundStatus>()
      .onCreate(() => 'settled'),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
    payment: () => p.manyToOne(Payment).joinColumn('payment_id').persist(false).nullable(),
  },
})

export class Refund extends RefundSchema.class {}
RefundSchema.setClass(Refund)
