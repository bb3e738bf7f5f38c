import type { EntityManager } from '@mikro-orm/postgresql'
import { change } from '../change.ts'
import { Address } from '../customer/address.ts'
import { type AddressInput, partsOf, tidyAddress } from '../customer/address-input.ts'
import { InvalidData, NotFound } from '../errors.ts'
import { add, hold } from '../rows.ts'
import { type Bound, statement, together } from '../statement.ts'
import type { Cart } from './cart.ts'

/** Of each kind a part of the address, the id of a saved one, or null to take it away. */
export interface GivenAddresses {
  billing_address?: AddressInput | string | null | undefined
  shipping_address?: AddressInput | string | null | undefined
}

/** Whose saved addresses can be named: those of a customer who is logged in, or of everybody. */
export type AddressBook = { customer_id: string | null } | 'everybody'

export interface AddressChange {
  kind: keyof GivenAddresses
  /** Null takes the address away. */
  values: AddressInput | null
  /** Whether it takes the place of the address that is there. */
  isCopy: boolean
}

/**
 * Sets the addresses of a cart. A part of one changes the one that is there; a saved one is copied. A cart has addresses
 * of its own, so nobody's address book changes with it.
 * @throws NotFound for an address that is not in the book. InvalidData where the cart cannot ship there.
 */
export async function setCartAddresses(
  em: EntityManager,
  cart: Cart,
  { given, book }: { given: GivenAddresses; book: AddressBook },
): Promise<void> {
  const changes = await addressChanges(em, given, book)
  const [places] = await together(em, readingPlaces(cart, changes))
  changeAddresses(em, cart, { changes, places })
}

/** What is to become of which address. @throws NotFound for one that is not in the book. */
export async function addressChanges(
  em: EntityManager,
  given: GivenAddresses,
  book: AddressBook,
): Promise<AddressChange[]> {
  const changes: AddressChange[] = []
  for (const kind of ['billing_address', 'shipping_address'] as const) {
    const one = given[kind]
    if (one === undefined) continue
    const isCopy = typeof one === 'string'
    const values = isCopy ? await savedAddress(em, one, book) : one && tidyAddress(one)
    changes.push({ kind, values, isCopy })
  }
  return changes
}

/** What must be known to change addresses. */
interface Places {
  /** The addresses of the cart that are changed. */
  addresses: { id: string }[]
  /** Of the country that is shipped to. */
  region_id: string | null
}

/** What reads it; nothing where no address is changed. */
export function readingPlaces(cart: Cart, changes: readonly AddressChange[]): Bound<Places> | undefined {
  const kept = changes.filter(({ values, isCopy }) => values && !isCopy).map(({ kind }) => cart[`${kind}_id`])
  return changes.length > 0 ? placesById.with(kept[0] ?? null, kept[1] ?? null, shippedTo(changes)) : undefined
}

const shippedTo = (changes: readonly AddressChange[]): string | null =>
  changes.find(({ kind }) => kind === 'shipping_address')?.values?.country_code || null

/** @throws InvalidData where the cart cannot ship there. */
export function changeAddresses(
  em: EntityManager,
  cart: Cart,
  { changes, places: [places] }: { changes: readonly AddressChange[]; places: readonly Places[] },
): void {
  if (shippedTo(changes) && places?.region_id !== cart.region_id)
    throw new InvalidData('Shipping country must be in the cart region')
  for (const { kind, values, isCopy } of changes) {
    const stored = isCopy ? undefined : places?.addresses.find(({ id }) => id === cart[`${kind}_id`])
    if (!values) cart[`${kind}_id`] = null
    else if (stored) change(hold(em, Address, stored), values)
    else cart[`${kind}_id`] = add(em, Address, values).id
  }
}

async function savedAddress(em: EntityManager, id: string, book: AddressBook): Promise<AddressInput> {
  const customer_id = book === 'everybody' ? { $ne: null } : book.customer_id
  const saved = customer_id && (await em.findOne(Address, { id, customer_id }))
  if (!saved) throw new NotFound(`Address with id ${id} was not found`)
  return partsOf(saved)
}

const placesById = statement<Places>(`
  select
    coalesce((select json_agg(a) from address a where a.id in ($1, $2) and a.deleted_at is null), '[]') as addresses,
    (select region_id from country where iso_2 = $3) as region_id`)
