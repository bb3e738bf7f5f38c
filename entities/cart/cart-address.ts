import type { EntityManager } from '@mikro-orm/postgresql'
import { change } from '../change.ts'
import { Address } from '../customer/address.ts'
import { type AddressInput, partsOf, tidyAddress } from '../customer/address-input.ts'
import { InvalidData, NotFound } from '../errors.ts'
import { Country } from '../region/country.ts'
import type { Cart } from './cart.ts'

export type AddressKind = 'billing_address' | 'shipping_address'

/** Whose saved addresses can be named: those of a customer who is logged in, or of everybody. */
export type AddressBook = { customer_id: string | null } | 'everybody'

export interface AddressChange {
  kind: AddressKind
  /** A part of the address, the id of a saved one, or null to take it away. */
  given: AddressInput | string | null
  book: AddressBook
}

/**
 * Sets an address of the cart. A part of one changes the one that is there; a saved one is copied. A cart has addresses
 * of its own, so nobody's address book changes with it.
 * @throws NotFound for an address that is not in the book. InvalidData where the cart cannot ship there.
 */
export async function setCartAddress(
  em: EntityManager,
  cart: Cart,
  { kind, given, book }: AddressChange,
): Promise<void> {
  if (given === null) {
    cart[`${kind}_id`] = null
    return
  }
  const isSaved = typeof given === 'string'
  const values = isSaved ? await savedAddress(em, given, book) : tidyAddress(given)
  if (kind === 'shipping_address' && values.country_code) await requireCountry(em, cart, values.country_code)
  const stored = cart[`${kind}_id`]
  const present = stored && !isSaved ? await em.findOne(Address, { id: stored }) : null
  if (present) change(present, values)
  else cart[`${kind}_id`] = em.create(Address, values).id
}

async function savedAddress(em: EntityManager, id: string, book: AddressBook): Promise<AddressInput> {
  const customer_id = book === 'everybody' ? { $ne: null } : book.customer_id
  const saved = customer_id && (await em.findOne(Address, { id, customer_id }))
  if (!saved) throw new NotFound(`Address with id ${id} was not found`)
  return partsOf(saved)
}

async function requireCountry(em: EntityManager, cart: Cart, iso_2: string): Promise<void> {
  const country = await em.findOne(Country, { iso_2 })
  if (country?.region_id !== cart.region_id) throw new InvalidData('Shipping country must be in the cart region')
}
