import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import type { AddressInput } from './address-input.ts'
import { setBillingAddress } from './billing-address.ts'
import type { Customer } from './customer.ts'
import { type Login, setPassword } from './set-password.ts'

export interface CustomerChanges
  extends Changes<Pick<Customer, 'email' | 'first_name' | 'last_name' | 'phone' | 'metadata'>>,
    Login {
  password_hash?: string | undefined
  /** Id of a saved address, a separate address, or null to remove the billing address. */
  billing_address?: AddressInput | string | null | undefined
}

export async function updateCustomer(
  em: EntityManager,
  customer: Row<Customer>,
  changes: CustomerChanges,
): Promise<void> {
  const { password_hash, session_id, access_token, billing_address, email, ...values } = changes
  applyChanges<Row<Customer>>(customer, { ...values, email: email?.toLowerCase() ?? email })
  if (password_hash) await setPassword(em, customer, { password_hash, session_id, access_token })
  if (billing_address !== undefined) await setBillingAddress(em, customer, billing_address)
  await announce(em, 'customer.updated', { id: customer.id })
}
