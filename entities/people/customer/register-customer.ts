import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import { Duplicate } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { Customer } from './customer.ts'

export interface NewCustomer {
  email: string
  password_hash: string
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  phone?: string | null | undefined
  metadata?: Metadata | null | undefined
}

/**
 * A guest with the same address stays a separate customer, because an unverified address proves nothing.
 * @throws Duplicate if the address has an account.
 */
export async function registerCustomer(em: EntityManager, facts: NewCustomer): Promise<Customer> {
  const email = facts.email.toLowerCase()
  await refuseSecondAccount(em, email)
  const customer = em.create(Customer, { ...facts, email, has_account: true })
  await announce(em, 'customer.created', { id: customer.id })
  return customer
}

/** @throws Duplicate if the address has an account. */
export async function refuseSecondAccount(em: EntityManager, email: string): Promise<void> {
  if ((await em.count(Customer, { email, has_account: true })) > 0)
    throw new Duplicate('A customer with the given email already has an account. Log in instead')
}
