import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, id, metadata, timestamps, word } from '#entities/base.ts'
import { Order } from '#entities/orders/order/order.ts'
import { Payment } from './payment.ts'

export const REFUND_REASONS = ['discount', 'return', 'swap', 'claim', 'other'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** `pending` until the provider has given the money back; `failed` where it never will. */
export type RefundStatus = 'pending' | 'settled' | 'failed'

export const RefundSchema = defineEntity({
  name: 'Refund',
  tableName: 'refund',
  properties: {
    id: id('ref'),
    ...timestamps(),
    ...metadata(),
    order_id: p.text().nullable().index(),
    payment_id: p.text().nullable().index(),
    /** Of the claim that gives the money back, where one does. */
    claim_order_id: p.text().nullable().index(),
    /** Of the swap whose difference it gives back, where it does. */
    swap_id: p.text().nullable(),
    /** Of the return for whose pieces it is given, but for those of claims and swaps. */
    return_id: p.text().nullable(),
    amount: amount(),
    note: p.text().nullable(),
    reason: word(REFUND_REASONS),
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
