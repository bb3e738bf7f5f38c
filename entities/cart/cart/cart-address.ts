import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, insertRow, type Row, trackRow } from '#database/rows.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import type { RegionSnapshot } from '#entities/market/settings/settings.ts'
import { Address } from '#entities/people/customer/address.ts'
import { type AddressInput, addressParts, normalizeAddress } from '#entities/people/customer/address-input.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import type { AddressSnapshot, CartSnapshot } from './read-cart.ts'

/** Each value is the fields to change, the id of a saved address to copy, or null to remove the address. */
export interface CartAddressInput {
  billing_address?: AddressInput | string | null | undefined
  shipping_address?: AddressInput | string | null | undefined
}

export type AddressBook = { customer_id: string | null } | 'all customers'

/** @throws NotFound for an id that `addressBook` does not contain. InvalidData if the region lacks the shipping country. */
export async function setCartAddresses(
  em: EntityManager,
  cart: CartWithAddresses,
  { input, addressBook }: { input: CartAddressInput; addressBook: AddressBook },
): Promise<void> {
  for (const kind of ['billing_address', 'shipping_address'] as const) {
    const change = input[kind]
    if (change === undefined) continue
    const values = await readAddressValues(em, change, addressBook)
    if (kind === 'shipping_address' && values?.country_code) assertCountryInRegion(cart.region, values.country_code)
    const isReplaced = typeof change === 'string' || cart[kind]?.deleted_at != null
    const stored = isReplaced ? null : cart[kind]
    cart[kind] =
      values && (stored ? updateAddress(ownAddress(em, cart, stored), values) : insertRow(em, Address, values))
    cart[`${kind}_id`] = cart[kind]?.id ?? null
  }
}

async function readAddressValues(
  em: EntityManager,
  change: AddressInput | string | null,
  addressBook: AddressBook,
): Promise<AddressInput | null> {
  if (typeof change === 'string') return findSavedAddress(em, change, addressBook)
  return change && normalizeAddress(change)
}

type CartWithAddresses = Pick<CartSnapshot, 'region' | keyof CartAddressInput | `${keyof CartAddressInput}_id`>

function assertCountryInRegion({ countries }: RegionSnapshot, code: string): void {
  if (!countries.some(({ iso_2 }) => iso_2 === code))
    throw new InvalidData('Shipping country must be in the cart region').because({ name: 'country_outside_region' })
}

function updateAddress(address: Row<Address> & AddressSnapshot, values: AddressInput): AddressSnapshot {
  applyChanges(address, values)
  return address
}

/**
 * A cart imported from Medusa v1 can refer to a saved address of the customer, or twice to one address. Then a change
 * creates a copy.
 */
function ownAddress(
  em: EntityManager,
  cart: CartWithAddresses,
  stored: AddressSnapshot,
): Row<Address> & AddressSnapshot {
  const isShared = Boolean(stored.customer_id) || cart.billing_address_id === cart.shipping_address_id
  return isShared ? insertRow(em, Address, addressParts(stored)) : trackRow(em, Address, stored)
}

async function findSavedAddress(em: EntityManager, id: string, addressBook: AddressBook): Promise<AddressInput> {
  const saved = await findRow(em, Address, { id })
  const isInBook =
    saved?.customer_id && (addressBook === 'all customers' || saved.customer_id === addressBook.customer_id)
  if (!saved || !isInBook) throw new NotFound(`Address with id ${id} was not found`)
  return addressParts(saved)
}
