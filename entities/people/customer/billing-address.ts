import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, insertRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { Address } from './address.ts'
import { type AddressInput, addressParts, normalizeAddress } from './address-input.ts'
import type { Customer } from './customer.ts'

/** A change of the billing address never changes a saved address. */
export async function setBillingAddress(
  em: EntityManager,
  customer: Row<Customer>,
  input: AddressInput | string | null,
): Promise<void> {
  if (input === null) customer.billing_address_id = null
  else if (typeof input === 'string') customer.billing_address_id = await savedAddressId(em, customer, input)
  else await changeBillingAddress(em, customer, input)
}

async function savedAddressId(em: EntityManager, customer: Row<Customer>, id: string): Promise<string> {
  const saved = await findRow(em, Address, { id, customer_id: customer.id })
  if (!saved) throw new NotFound(`Address with id ${id} was not found`)
  return saved.id
}

async function changeBillingAddress(em: EntityManager, customer: Row<Customer>, input: AddressInput): Promise<void> {
  const id = customer.billing_address_id
  const current = id == null ? null : await findRow(em, Address, { id })
  const address =
    current && !current.customer_id ? current : insertRow(em, Address, current ? addressParts(current) : {})
  applyChanges<Row<Address>>(address, normalizeAddress(input))
  customer.billing_address_id = address.id
}
