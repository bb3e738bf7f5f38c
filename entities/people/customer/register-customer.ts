import type { EntityManager } from '@mikro-orm/postgresql'
import type { NewColumns } from '#entities/base.ts'
import { Duplicate } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { Customer } from './customer.ts'

export type NewCustomer = NewColumns<Customer, 'email', 'first_name' | 'last_name' | 'phone' | 'metadata'> & {
  password_hash: string
}

/** A guest with the same e-mail address stays a separate customer, because the address is unverified. */
export async function registerCustomer(em: EntityManager, values: NewCustomer): Promise<Customer> {
  const email = values.email.toLowerCase()
  await assertHasNoAccount(em, email)
  const customer = em.create(Customer, { ...values, email, has_account: true })
  await announce(em, 'customer.created', { id: customer.id })
  return customer
}

export async function assertHasNoAccount(em: EntityManager, email: string): Promise<void> {
  if ((await em.count(Customer, { email, has_account: true })) > 0)
    throw new Duplicate('A customer with the given email already has an account. Log in instead')
}
