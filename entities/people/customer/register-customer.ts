import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row } from '#database/rows.ts'
import type { NewColumns } from '#entities/base.ts'
import { Duplicate } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { Step } from '#entities/platform/step/step.ts'
import { normalizeEmail } from '#entities/values/email.ts'
import { Customer } from './customer.ts'
import { customerByEmail } from './find-customer.ts'

export type NewCustomer = NewColumns<Customer, 'email', 'first_name' | 'last_name' | 'phone' | 'metadata'> & {
  password_hash: string
}

export interface CustomerRegistration {
  customer: Omit<NewCustomer, 'password_hash'>
}

/** Plugins check each registration. It includes a guest who gets a password from an administrator. */
export const registerCustomerStep = new Step<CustomerRegistration, { customer_id: string }>({
  moment: 'A customer or an administrator opens an account.',
  context: { customer: 'the input' },
  result: { customer_id: '' },
  fields: ['customer'],
})

/** A guest with the same e-mail address stays a separate customer, because the address is unverified. */
export async function registerCustomer(
  em: EntityManager,
  { password_hash, ...values }: NewCustomer,
): Promise<Row<Customer>> {
  const email = normalizeEmail(values.email)
  await assertRegistrable(em, { ...values, email })
  const customer = insertRow(em, Customer, { ...values, password_hash, email, has_account: true })
  await announce(em, 'customer.created', { id: customer.id })
  registerCustomerStep.addEffects(em, { customer: { ...values, email }, customer_id: customer.id })
  return customer
}

export async function assertRegistrable(em: EntityManager, customer: CustomerRegistration['customer']): Promise<void> {
  if (await customerByEmail(em, customer.email))
    throw new Duplicate('A customer with the given email already has an account. Log in instead')
      .about('email')
      .because({ name: 'value_exists', field: 'email', value: customer.email })
  await registerCustomerStep.assertAllowed(em, { customer })
}
