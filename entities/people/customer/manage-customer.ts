import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import type { Customer } from './customer.ts'
import { CustomerGroup } from './customer-group.ts'
import { lockCustomerById } from './find-customer.ts'
import { refuseSecondAccount } from './register-customer.ts'
import { type CustomerChanges, updateCustomer } from './update-customer.ts'

export interface ManagedChanges extends Omit<CustomerChanges, 'billing_address'> {
  groups?: readonly { id: string }[] | null | undefined
}

/**
 * Changes what is named, as an administrator; groups take the place of those before. A guest who is given a password has
 * an account from then on.
 * @throws InvalidData for a new e-mail of an account, which only its owner changes.
 */
export async function manageCustomer(
  em: EntityManager,
  id: string,
  { groups, ...changes }: ManagedChanges,
): Promise<void> {
  const customer = await lockCustomerById(em, id)
  if (changes.email && customer.has_account)
    throw new InvalidData('Email cannot be changed when the user has registered their account')
  await updateCustomer(em, customer, changes)
  if (changes.password_hash && !customer.has_account) await openAccount(em, customer)
  if (groups) await setGroups(em, customer, groups)
}

async function openAccount(em: EntityManager, customer: Customer): Promise<void> {
  await refuseSecondAccount(em, customer.email)
  customer.has_account = true
}

/** Unknown groups are refused by their foreign key. */
async function setGroups(em: EntityManager, customer: Customer, groups: readonly { id: string }[]): Promise<void> {
  await customer.groups.load()
  customer.groups.set(groups.map((group) => em.getReference(CustomerGroup, group.id)))
}
