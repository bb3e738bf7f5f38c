import type { EntityManager } from '@mikro-orm/postgresql'
import { change } from '../change.ts'
import { Address } from '../customer/address.ts'
import { type AddressInput, partsOf, tidyAddress } from '../customer/address-input.ts'
import { InvalidData, NotFound } from '../errors.ts'
import { add, hold } from '../rows.ts'
import type { RegionFacts } from '../settings/settings.ts'
import type { AddressFacts, CartFacts } from './read-cart.ts'

/** Of each kind a part of the address, the id of a saved one, or null to take it away. */
export interface GivenAddresses {
  billing_address?: AddressInput | string | null | undefined
  shipping_address?: AddressInput | string | null | undefined
}

/** Whose saved addresses can be named: those of a customer who is logged in, or of everybody. */
export type AddressBook = { customer_id: string | null } | 'everybody'

/**
 * Sets the addresses of a cart, which is held. A part of one changes the one that is there; a saved one is copied. A cart
 * has addresses of its own, so nobody's address book changes with it.
 * @throws NotFound for an address that is not in the book. InvalidData where the cart cannot ship there.
 */
export async function setCartAddresses(
  em: EntityManager,
  cart: CartWithAddresses,
  { given, book }: { given: GivenAddresses; book: AddressBook },
): Promise<void> {
  for (const kind of ['billing_address', 'shipping_address'] as const) {
    const one = given[kind]
    if (one === undefined) continue
    const values = typeof one === 'string' ? await savedAddress(em, one, book) : one && tidyAddress(one)
    if (kind === 'shipping_address' && values?.country_code) refuseForeign(cart.region, values.country_code)
    const stored = typeof one === 'string' || cart[kind]?.deleted_at ? null : cart[kind]
    cart[kind] = values && (stored ? changed(em, stored, values) : (add(em, Address, values) as object as AddressFacts))
    cart[`${kind}_id`] = cart[kind]?.id ?? null
  }
}

type CartWithAddresses = Pick<CartFacts, 'region' | keyof GivenAddresses | `${keyof GivenAddresses}_id`>

function refuseForeign({ countries }: RegionFacts, code: string): void {
  if (!countries.some(({ iso_2 }) => iso_2 === code))
    throw new InvalidData('Shipping country must be in the cart region')
}

function changed(em: EntityManager, stored: AddressFacts, values: AddressInput): AddressFacts {
  const address = hold(em, Address, stored)
  change(address, values)
  return address as object as AddressFacts
}

async function savedAddress(em: EntityManager, id: string, book: AddressBook): Promise<AddressInput> {
  const customer_id = book === 'everybody' ? { $ne: null } : book.customer_id
  const saved = customer_id && (await em.findOne(Address, { id, customer_id }))
  if (!saved) throw new NotFound(`Address with id ${id} was not found`)
  return partsOf(saved)
}
