import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, findRows, insertRow, type Row } from '#database/rows.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { hasFieldValues } from '#entities/platform/field/installed-fields.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { now } from '#entities/values/clock.ts'
import { Address } from './address.ts'
import { type AddressInput, isSameAddress, normalizeAddress } from './address-input.ts'
import type { Customer } from './customer.ts'

/** Each response to a customer contains all saved addresses. */
const MAX_ADDRESSES = 100

export async function saveAddress(
  em: EntityManager,
  { id: customer_id }: Row<Customer>,
  input: AddressInput,
): Promise<void> {
  const address = normalizeAddress(input)
  const saved = await findRows(em, Address, { customer_id })
  const isSame = (other: Row<Address>) => isSameAddress(other, address) && hasFieldValues('address', other, address)
  if (saved.some(isSame)) return
  if (saved.length >= MAX_ADDRESSES)
    throw new NotAllowed(`A customer can save at most ${MAX_ADDRESSES} addresses. Delete an address first.`)
  insertRow(em, Address, { ...address, customer_id })
}

export async function changeSavedAddress(
  em: EntityManager,
  { id: customer_id }: Row<Customer>,
  { id, ...changes }: AddressInput & { id: string },
): Promise<Row<Address>> {
  const saved = await findRow(em, Address, { id, customer_id })
  if (!saved) throw new InvalidData('Could not find address for customer')
  applyChanges<Row<Address>>(saved, normalizeAddress(changes))
  return saved
}

export async function deleteSavedAddress(em: EntityManager, customer: Row<Customer>, id: string): Promise<void> {
  const saved = await findRow(em, Address, { id, customer_id: customer.id })
  if (!saved) return
  saved.deleted_at = now()
  if (customer.billing_address_id === id) customer.billing_address_id = null
}
