import type { EntityManager } from '@mikro-orm/postgresql'
import { type Changes, change } from '../change.ts'
import { announce } from '../event/announce.ts'
import type { AddressInput } from './address-input.ts'
import { setBillingAddress } from './billing-address.ts'
import type { Customer } from './customer.ts'
import { type Login, setPassword } from './set-password.ts'

export interface CustomerChanges
  extends Changes<Pick<Customer, 'email' | 'first_name' | 'last_name' | 'phone' | 'metadata'>>,
    Login {
  password?: string | null | undefined
  /** The id of a saved one, or an address of its own; null takes it away. */
  billing_address?: AddressInput | string | null | undefined
}

/** Changes what is named; a password as `setPassword`. */
export async function updateCustomer(em: EntityManager, customer: Customer, changes: CustomerChanges): Promise<void> {
  const { password, session_id, access_token, billing_address, email, ...facts } = changes
  change<Customer>(customer, { ...facts, email: email?.toLowerCase() ?? email })
  if (password) await setPassword(em, customer, { password, session_id, access_token })
  if (billing_address !== undefined) await setBillingAddress(em, customer, billing_address)
  await announce(em, 'customer.updated', { id: customer.id })
}
