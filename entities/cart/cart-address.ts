import type { EntityManager } from '@mikro-orm/postgresql'
import { change } from '../change.ts'
import { Address } from '../customer/address.ts'
import { type AddressInput, partsOf, tidyAddress } from '../customer/address-input.ts'
import { InvalidData, NotFound } from '../errors.ts'
import { statement, together } from '../statement.ts'
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
  const stored = isSaved ? null : (cart[`${kind}_id`] ?? null)
  const country_code = (kind === 'shipping_address' && values.country_code) || null
  const [[country], [present]] = await together(em, countryByCode.with(country_code), addressById.with(stored))
  if (country_code && country?.region_id !== cart.region_id)
    throw new InvalidData('Shipping country must be in the cart region')
  if (present) change(em.map(Address, present), values)
  else cart[`${kind}_id`] = em.create(Address, values).id
}

async function savedAddress(em: EntityManager, id: string, book: AddressBook): Promise<AddressInput> {
  const customer_id = book === 'everybody' ? { $ne: null } : book.customer_id
  const saved = customer_id && (await em.findOne(Address, { id, customer_id }))
  if (!saved) throw new NotFound(`Address with id ${id} was not found`)
  return partsOf(saved)
}

const countryByCode = statement<{ region_id: string | null }>('select region_id from country where iso_2 = $1')
const addressById = statement('select * from address where id = $1 and deleted_at is null')
