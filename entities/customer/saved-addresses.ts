import type { EntityManager } from '@mikro-orm/postgresql'
import { change } from '../change.ts'
import { InvalidData } from '../errors.ts'
import { Address } from './address.ts'
import { type AddressInput, isSameAddress, tidyAddress } from './address-input.ts'
import type { Customer } from './customer.ts'

/** Saves an address in the customer's book, unless it is there already. */
export async function saveAddress(
  em: EntityManager,
  { id: customer_id }: Customer,
  given: AddressInput,
): Promise<void> {
  const address = tidyAddress(given)
  const saved = await em.find(Address, { customer_id })
  if (!saved.some((other) => isSameAddress(other, address))) em.create(Address, { ...address, customer_id })
}

/** @throws InvalidData for an address that is not in the customer's book. */
export async function changeSavedAddress(
  em: EntityManager,
  { id: customer_id }: Customer,
  { id, ...changes }: AddressInput & { id: string },
): Promise<void> {
  const saved = await em.findOne(Address, { id, customer_id })
  if (!saved) throw new InvalidData('Could not find address for customer')
  change<Address>(saved, tidyAddress(changes))
}

/** Takes an address out of the customer's book; one that is not in it stays as it is. */
export async function deleteSavedAddress(em: EntityManager, customer: Customer, id: string): Promise<void> {
  const saved = await em.findOne(Address, { id, customer_id: customer.id })
  if (!saved) return
  saved.deleted_at = new Date()
  if (customer.billing_address_id === id) customer.billing_address_id = null
}
