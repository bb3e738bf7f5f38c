import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { Address } from './address.ts'
import { type AddressInput, isSameAddress, normalizeAddress } from './address-input.ts'
import type { Customer } from './customer.ts'

/** The maximum of a customer. Each response to the customer carries all saved addresses. */
const MAX_ADDRESSES = 100

/**
 * Saves an address of the customer, unless the same address is saved already.
 * @throws NotAllowed if the customer has as many as one can have.
 */
export async function saveAddress(
  em: EntityManager,
  { id: customer_id }: Customer,
  given: AddressInput,
): Promise<void> {
  const address = normalizeAddress(given)
  const saved = await em.find(Address, { customer_id })
  if (saved.some((other) => isSameAddress(other, address))) return
  if (saved.length >= MAX_ADDRESSES)
    throw new NotAllowed(`A customer can save at most ${MAX_ADDRESSES} addresses. Delete an address first.`)
  em.create(Address, { ...address, customer_id })
}

/** Changes a saved address and returns it. @throws InvalidData for an address that the customer has not saved. */
export async function changeSavedAddress(
  em: EntityManager,
  { id: customer_id }: Customer,
  { id, ...changes }: AddressInput & { id: string },
): Promise<Address> {
  const saved = await em.findOne(Address, { id, customer_id })
  if (!saved) throw new InvalidData('Could not find address for customer')
  applyChanges<Address>(saved, normalizeAddress(changes))
  return saved
}

/** Takes an address out of the customer's book; one that is not in it stays as it is. */
export async function deleteSavedAddress(em: EntityManager, customer: Customer, id: string): Promise<void> {
  const saved = await em.findOne(Address, { id, customer_id: customer.id })
  if (!saved) return
  saved.deleted_at = new Date()
  if (customer.billing_address_id === id) customer.billing_address_id = null
}
