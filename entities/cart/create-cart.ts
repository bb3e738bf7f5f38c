import type { EntityManager } from '@mikro-orm/postgresql'
import { Address } from '../customer/address.ts'
import { InvalidData, NotAllowed, NotFound } from '../errors.ts'
import { Region } from '../region/region.ts'
import { defaultSalesChannelId } from '../store/find-store.ts'
import { Cart, type CartType } from './cart.ts'
import { usableChannel } from './cart-channel.ts'
import { giveToCustomer } from './cart-customer.ts'
import { putLines, type WantedLine } from './put-lines.ts'

export interface NewCart {
  region_id?: string | null | undefined
  country_code?: string | null | undefined
  sales_channel_id?: string | null | undefined
  items?: readonly WantedLine[] | null | undefined
  type?: CartType | undefined
  context: Record<string, unknown>
  /** The customer who is logged in. */
  caller_id: string | null
}

/**
 * Makes a cart: in the region that is named or the oldest one, for the sales channel that is named or that of the shop.
 * @throws InvalidData without any region. NotFound. NotAllowed where the country is not in the region. As `putLines`.
 */
export async function createCart(em: EntityManager, wanted: NewCart): Promise<Cart> {
  const region = await regionFor(em, wanted.region_id)
  const cart = em.create(Cart, {
    region_id: region.id,
    type: wanted.type ?? 'default',
    context: wanted.context,
    sales_channel_id: await channelFor(em, wanted.sales_channel_id),
  })
  const country_code = countryFor(region, wanted.country_code)
  if (country_code) cart.shipping_address_id = em.create(Address, { country_code }).id
  if (wanted.caller_id) await giveToCustomer(em, cart, wanted.caller_id)
  if (wanted.items?.length) await putLines(em, cart, [], wanted.items)
  return cart
}

/** The region that is named, or the oldest. */
async function regionFor(em: EntityManager, id: string | null | undefined): Promise<Region> {
  if (id === null) throw new InvalidData('A region_id must be provided when creating a cart')
  const [region] = await em.find(Region, id === undefined ? {} : { id }, {
    populate: ['countries'],
    orderBy: { created_at: 'asc', id: 'asc' },
    limit: 1,
  })
  if (region) return region
  if (id === undefined) throw new InvalidData('A region is required to create a cart')
  throw new NotFound(`Region with ${id} was not found`)
}

function countryFor(region: Region, named: string | null | undefined): string | null {
  const countries = region.countries.map((country) => country.iso_2)
  if (!named) return countries.length === 1 ? (countries[0] as string) : null
  const code = named.toLowerCase()
  if (!countries.includes(code)) throw new NotAllowed('Shipping country not in region')
  return code
}

async function channelFor(em: EntityManager, id: string | null | undefined): Promise<string> {
  return id ? (await usableChannel(em, id)).id : defaultSalesChannelId(em)
}
