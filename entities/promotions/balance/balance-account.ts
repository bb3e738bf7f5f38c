import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, id, notPersonal, personal, timestamps } from '#entities/base.ts'
import { Customer } from '#entities/people/customer/customer.ts'

/** An account of a customer for one kind of tender and, unless the kind counts units, for one currency. */
const BalanceAccountSchema = defineEntity({
  name: 'BalanceAccount',
  tableName: 'balance_account',
  properties: {
    id: id('bal'),
    ...timestamps(),
    customer_id: p.text().index(),
    kind: personal(p.text(), { erasure: 'keep' }),
    /** Null if the account counts units, such as points. */
    currency_code: notPersonal(p.text().nullable()),
    /** A payment leaves at least this balance. It is 0, or negative for a credit limit. */
    lowest_balance: amount().onCreate(() => 0),
    customer: () => p.manyToOne(Customer).joinColumn('customer_id').persist(false).nullable(),
  },
})

/** The balance is the sum of the entries. A lock of the account is needed to take money, and not to add money. */
export class BalanceAccount extends BalanceAccountSchema.class {}
BalanceAccountSchema.setClass(BalanceAccount)
