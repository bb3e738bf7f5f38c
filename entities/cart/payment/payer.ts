import type { Customer } from '#entities/people/customer/customer.ts'
import type { Payer } from './payment-port.ts'

export const payerOf = ({
  id,
  email,
  payment_accounts,
}: Pick<Customer, 'id' | 'email' | 'payment_accounts'>): Payer => ({
  id,
  email,
  accounts: payment_accounts ?? {},
})
