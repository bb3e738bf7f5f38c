import type { EntityManager } from '@mikro-orm/postgresql'
import { type Metadata, mergeMetadata } from '../base.ts'
import { Address } from '../customer/address.ts'
import { InvalidData, NotFound } from '../errors.ts'
import { Country } from '../region/country.ts'
import type { Cart } from './cart.ts'

export type AddressKind = 'billing_address' | 'shipping_address'

export interface AddressInput {
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  phone?: string | null | undefined
  company?: string | null | undefined
  address_1?: string | null | undefined
  address_2?: string | null | undefined
  city?: string | null | undefined
  country_code?: string | null | undefined
  province?: string | null | undefined
  postal_code?: string | null | undefined
  metadata?: Metadata | null | undefined
}

/**
 * Sets an address of the cart: a part of it changes the one that is there, the id of a saved address of the customer
 * who asks is copied, null takes it away. A cart has addresses of its own, so nobody's address book changes with it.
 * @throws NotFound for an address that is not theirs. InvalidData where the cart cannot ship there.
 */
export async function setCartAddress(
  em: EntityManager,
  cart: Cart,
  kind: AddressKind,
  given: AddressInput | string | null,
  customer_id: string | null,
): Promise<void> {
  if (given === null) {
    cart[`${kind}_id`] = null
    return
  }
  const values = typeof given === 'string' ? await savedAddress(em, given, customer_id) : ownedValues(given)
  if (kind === 'shipping_address' && values.country_code) await requireCountry(em, cart, values.country_code)
  const stored = cart[`${kind}_id`]
  const present = stored && typeof given !== 'string' ? await em.findOne(Address, { id: stored }) : null
  if (present) {
    const metadata = given !== null && typeof given !== 'string' && given.metadata
    Object.assign(present, values, metadata ? { metadata: mergeMetadata(present.metadata, metadata) } : {})
  } else {
    cart[`${kind}_id`] = em.create(Address, values).id
  }
}

/** The fields that were given, with the country as it is stored. */
function ownedValues({ metadata, ...given }: AddressInput): AddressInput {
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as AddressInput
  if (values.country_code) values.country_code = values.country_code.toLowerCase()
  return metadata ? { ...values, metadata } : values
}

async function savedAddress(em: EntityManager, id: string, customer_id: string | null): Promise<AddressInput> {
  const saved = customer_id && (await em.findOne(Address, { id, customer_id }))
  if (!saved) throw new NotFound(`Address with id ${id} was not found`)
  const {
    first_name,
    last_name,
    phone,
    company,
    address_1,
    address_2,
    city,
    country_code,
    province,
    postal_code,
    metadata,
  } = saved
  return {
    first_name,
    last_name,
    phone,
    company,
    address_1,
    address_2,
    city,
    country_code,
    province,
    postal_code,
    metadata,
  }
}

async function requireCountry(em: EntityManager, cart: Cart, iso_2: string): Promise<void> {
  const country = await em.findOne(Country, { iso_2 })
  if (country?.region_id !== cart.region_id) throw new InvalidData('Shipping country must be in the cart region')
}
