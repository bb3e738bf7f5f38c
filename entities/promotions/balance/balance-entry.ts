import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, id, oneOf, personal } from '#entities/base.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import { Order } from '#entities/orders/order/order.ts'
import { now } from '#entities/values/clock.ts'
import { BalanceAccount } from './balance-account.ts'

/** Administrators grant and deduct. `plugin` entries come from `add` of a tender. */
const ENTRY_REASONS = ['payment', 'refund', 'grant', 'deduction', 'plugin'] as const

const BalanceEntrySchema = defineEntity({
  name: 'BalanceEntry',
  tableName: 'balance_entry',
  properties: {
    id: id('bent'),
    created_at: p
      .datetime(3)
      .onCreate(() => now())
      .index(),
    account_id: p.text().index(),
    /** Minor units, or units of the kind. Positive if the customer gets it. */
    amount: amount(),
    reason: oneOf(ENTRY_REASONS),
    order_id: p.text().nullable().index(),
    payment_id: p.text().nullable(),
    refund_id: p.text().nullable(),
    note: personal(p.text().nullable()),
    /** The user of a grant or a deduction. */
    created_by: p.text().nullable(),
    account: () => p.manyToOne(BalanceAccount).joinColumn('account_id').persist(false).nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
    payment: () => p.manyToOne(Payment).joinColumn('payment_id').persist(false).nullable(),
    refund: () => p.manyToOne(Refund).joinColumn('refund_id').persist(false).nullable(),
  },
})

/** A change of a balance. An entry never changes. */
export class BalanceEntry extends BalanceEntrySchema.class {}
BalanceEntrySchema.setClass(BalanceEntry)
