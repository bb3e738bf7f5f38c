import type { EntityManager } from '@mikro-orm/postgresql'
import { Address } from '../customer/address.ts'
import { InvalidData, NotAllowed, NotFound } from '../errors.ts'
import { sellableVariants } from '../product/sellable-variants.ts'
import { add } from '../rows.ts'
import { statement } from '../statement.ts'
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
  const country_code = countryFor(region, wanted.country_code)
  const address = country_code ? add(em, Address, { country_code }) : undefined
  const cart = add(em, Cart, {
    region_id: region.id,
    type: wanted.type ?? 'default',
    context: wanted.context,
    sales_channel_id: await channelFor(em, region, wanted.sales_channel_id),
    shipping_address_id: address?.id ?? null,
  })
  if (wanted.caller_id) await giveToCustomer(em, cart, wanted.caller_id)
  if (wanted.items?.length) {
    const ids = wanted.items.map((line) => line.variant_id)
    putLines(em, { cart, items: [], assortment: await sellableVariants(em, ids, cart) }, wanted.items)
  }
  return cart
}

/** What of a region a cart begins with. */
interface RegionRow {
  id: string
  countries: string[]
  default_channel_id: string | null
}

/** The region that is named, or the oldest. */
async function regionFor(em: EntityManager, id: string | null | undefined): Promise<RegionRow> {
  if (id === null) throw new InvalidData('A region_id must be provided when creating a cart')
  const [region] = await oldestRegion(em, id ?? null)
  if (region) return region
  if (id === undefined) throw new InvalidData('A region is required to create a cart')
  throw new NotFound(`Region with ${id} was not found`)
}

function countryFor({ countries }: RegionRow, named: string | null | undefined): string | null {
  if (!named) return countries.length === 1 ? (countries[0] as string) : null
  const code = named.toLowerCase()
  if (!countries.includes(code)) throw new NotAllowed('Shipping country not in region')
  return code
}

const channelFor = async (em: EntityManager, { default_channel_id }: RegionRow, id: string | null | undefined) =>
  id ? (await usableChannel(em, id)).id : default_channel_id

const oldestRegion = statement<RegionRow>(`
  select r.id, array(select iso_2 from country where region_id = r.id order by iso_2) as countries,
    (select default_sales_channel_id from store limit 1) as default_channel_id
  from region r where ($1::text is null or r.id = $1) and r.deleted_at is null order by r.created_at, r.id limit 1`)
