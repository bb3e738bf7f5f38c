import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { replaceLinks } from '#entities/platform/links/links.ts'
import type { Customer } from './customer.ts'
import { lockCustomerById } from './find-customer.ts'
import { assertRegistrable, registerCustomerStep } from './register-customer.ts'
import { type CustomerChanges, updateCustomer } from './update-customer.ts'

export interface ManagedCustomerChanges extends Omit<CustomerChanges, 'billing_address'> {
  groups?: readonly { id: string }[] | null | undefined
}

/** Changes a customer for an administrator. A new password turns a guest into a registered customer. */
export async function manageCustomer(
  em: EntityManager,
  id: string,
  { groups, ...changes }: ManagedCustomerChanges,
): Promise<void> {
  const customer = await lockCustomerById(em, id)
  if (changes.email) customer.assertCanChangeEmail()
  await updateCustomer(em, customer, changes)
  if (changes.password_hash && !customer.has_account) await openAccount(em, customer)
  if (groups)
    await replaceLinks(
      em,
      'customer_groups',
      id,
      groups.map((group) => group.id),
    )
}

async function openAccount(em: EntityManager, customer: Row<Customer>): Promise<void> {
  await assertRegistrable(em, customer)
  customer.has_account = true
  registerCustomerStep.addEffects(em, { customer, customer_id: customer.id })
}
