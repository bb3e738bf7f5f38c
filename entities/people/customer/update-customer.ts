import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { Duplicate, InvalidData } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { normalizeEmail, storedSpellings } from '#entities/values/email.ts'
import type { AddressInput } from './address-input.ts'
import { setBillingAddress } from './billing-address.ts'
import { Customer } from './customer.ts'
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
  if (email === null)
    throw new InvalidData("Can't insert null value in field email on insert in table customer")
      .about('email')
      .because({ name: 'value_required' })
  applyChanges<Row<Customer>>(customer, { ...values, email: email && normalizeEmail(email) })
  if (email && customer.has_account) await assertUnusedEmail(em, customer)
  if (password_hash) await setPassword(em, customer, { password_hash, session_id, access_token })
  if (billing_address !== undefined) await setBillingAddress(em, customer, billing_address)
  await announce(em, 'customer.updated', { id: customer.id })
}

/** The unique index does not know the older spellings of an address. */
async function assertUnusedEmail(em: EntityManager, { id, email }: Row<Customer>): Promise<void> {
  const others = storedSpellings(email).filter((spelling) => spelling !== email)
  const where = { id: { $ne: id }, email: { $in: others }, has_account: true }
  if (others.length > 0 && (await em.count(Customer, where)) > 0)
    throw new Duplicate('A customer with the given email already has an account')
      .about('email')
      .because({ name: 'value_exists', field: 'email', value: email })
}
