import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row, trackRow } from '#database/rows.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import type { RegionSnapshot } from '#entities/market/settings/settings.ts'
import { Address } from '#entities/people/customer/address.ts'
import { type AddressInput, normalizeAddress, partsOf } from '#entities/people/customer/address-input.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import type { AddressSnapshot, CartSnapshot } from './read-cart.ts'

/** Of each kind a part of the address, the id of a saved one, or null to take it away. */
export interface CartAddressInput {
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
  { given, book }: { given: CartAddressInput; book: AddressBook },
): Promise<void> {
  for (const kind of ['billing_address', 'shipping_address'] as const) {
    const one = given[kind]
    if (one === undefined) continue
    const values = typeof one === 'string' ? await savedAddress(em, one, book) : one && normalizeAddress(one)
    if (kind === 'shipping_address' && values?.country_code) refuseForeign(cart.region, values.country_code)
    const stored = typeof one === 'string' || cart[kind]?.deleted_at ? null : cart[kind]
    cart[kind] =
      values && (stored ? changed(em, stored, values) : (insertRow(em, Address, values) as object as AddressSnapshot))
    cart[`${kind}_id`] = cart[kind]?.id ?? null
  }
}

type CartWithAddresses = Pick<CartSnapshot, 'region' | keyof CartAddressInput | `${keyof CartAddressInput}_id`>

function refuseForeign({ countries }: RegionSnapshot, code: string): void {
  if (!countries.some(({ iso_2 }) => iso_2 === code))
    throw new InvalidData('Shipping country must be in the cart region')
}

function changed(em: EntityManager, stored: AddressSnapshot, values: AddressInput): AddressSnapshot {
  const address = ownAddress(em, stored)
  applyChanges(address, values)
  return address as object as AddressSnapshot
}

/**
 * The address of a cart, to be changed; a copy of a saved address. Medusa v1 lets a cart refer to a saved address, and such
 * carts are imported.
 */
function ownAddress(em: EntityManager, stored: AddressSnapshot): Row<Address> {
  return stored.customer_id ? insertRow(em, Address, partsOf(stored)) : trackRow(em, Address, stored)
}

async function savedAddress(em: EntityManager, id: string, book: AddressBook): Promise<AddressInput> {
  const customer_id = book === 'everybody' ? { $ne: null } : book.customer_id
  const saved = customer_id && (await em.findOne(Address, { id, customer_id }))
  if (!saved) throw new NotFound(`Address with id ${id} was not found`)
  return partsOf(saved)
}
