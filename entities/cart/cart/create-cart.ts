import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { InvalidData, NotAllowed, NotFound } from '#entities/errors.ts'
import {
  assertChannelsInScope,
  type KeyScope,
  requireSalesChannel,
} from '#entities/market/publishable-api-key/key-scope.ts'
import { type RegionSnapshot, SETTINGS_VERSION, settingsOf } from '#entities/market/settings/settings.ts'
import { Address } from '#entities/people/customer/address.ts'
import { fieldValuesIn } from '#entities/platform/field/installed-fields.ts'
import { CartLines, type RequestedLine } from '../line-item/cart-lines.ts'
import { readAssortment, salesContextOf } from '../line-item/sellable-variants.ts'
import { translateLines } from '../line-item/translate-lines.ts'
import { Cart, type CartType } from './cart.ts'
import { assertChannelUsable, findUsableChannel } from './cart-channel.ts'
import { assignCustomer } from './cart-customer.ts'
import { addCartLineStep } from './change-cart-lines.ts'
import type { CartSnapshot } from './read-cart.ts'

export interface NewCart {
  region_id?: string | null | undefined
  country_code?: string | null | undefined
  sales_channel_id?: string | null | undefined
  scope?: KeyScope | undefined
  items?: readonly RequestedLine[] | null | undefined
  type?: CartType | undefined
  context: Record<string, unknown>
  caller_id: string | null
}

/**
 * Defaults: the oldest region, the sales channel of the API key or else of the store.
 * @throws NotAllowed for a country of another region. WrongReferences for a channel that the API key does not allow.
 */
export async function createCart(em: EntityManager, input: NewCart): Promise<CartSnapshot> {
  const cart = await createEmptyCart(em, input)
  if (input.caller_id) cart.customer = await assignCustomer(em, cart, input.caller_id)
  if (input.items?.length) {
    const ids = input.items.map((line) => line.variant_id)
    const assortment = await readAssortment(em, ids, salesContextOf(cart))
    for (const line of input.items) await addCartLineStep.assertAllowed(em, { cart, line })
    new CartLines(em, cart.id, cart.items).add(input.items, assortment)
    await translateLines(em, cart, cart.items)
    for (const line of input.items) addCartLineStep.addEffects(em, { cart, line })
  }
  return cart
}

export async function createEmptyCart(
  em: EntityManager,
  { type = 'default', context, ...input }: Omit<NewCart, 'items' | 'caller_id'>,
): Promise<CartSnapshot> {
  const regionRow = await findRegionRow(em, input.region_id)
  const sales_channel_id = await chooseChannel(em, regionRow, input)
  const { id: region_id, settings_version } = regionRow
  const settings = await settingsOf(
    em,
    settings_version,
    sales_channel_id ? [region_id, sales_channel_id] : [region_id],
  )
  const region = settings.region(region_id)
  const country_code = chooseCountry(region, input.country_code)
  const address = country_code ? insertRow(em, Address, { country_code }) : null
  const shipping_address_id = address?.id ?? null
  const cart = insertRow(em, Cart, {
    ...fieldValuesIn('cart', input),
    region_id,
    type,
    context,
    sales_channel_id,
    shipping_address_id,
  })
  return Object.assign(cart, {
    region,
    sales_channel: sales_channel_id ? settings.salesChannel(sales_channel_id) : null,
    customer: null,
    billing_address: null,
    shipping_address: address,
    items: [],
    shipping_methods: [],
    discounts: [],
    has_automatic_discounts: type === 'default' && regionRow.has_automatic_discounts,
    gift_cards: [],
    gift_card_transactions: [],
    balances: [],
    payments: [],
    payment: null,
    payment_sessions: [],
  })
}

interface RegionRow {
  id: string
  settings_version: string
  default_channel_id: string | null
  has_automatic_discounts: boolean
}

async function findRegionRow(em: EntityManager, id: string | null | undefined): Promise<RegionRow> {
  if (id === null) throw new InvalidData('A region_id must be provided when creating a cart')
  const [region] = await selectRegion(em, id ?? null)
  if (region) return region
  if (id === undefined) throw new InvalidData('A region is required to create a cart')
  throw new NotFound(`Region with ${id} was not found`)
}

function chooseCountry({ countries }: RegionSnapshot, requested: string | null | undefined): string | null {
  const [onlyCountry] = countries
  if (!requested) return countries.length === 1 ? onlyCountry!.iso_2 : null
  const code = requested.toLowerCase()
  if (!countries.some(({ iso_2 }) => iso_2 === code))
    throw new NotAllowed('Shipping country not in region').because({ name: 'country_outside_region' })
  return code
}

async function chooseChannel(
  em: EntityManager,
  { default_channel_id }: RegionRow,
  { sales_channel_id, scope }: Pick<NewCart, 'sales_channel_id' | 'scope'>,
): Promise<string | null> {
  if (sales_channel_id) {
    assertChannelsInScope(scope, [sales_channel_id])
    return (await findUsableChannel(em, sales_channel_id)).id
  }
  if (!scope) return default_channel_id
  const channel = requireSalesChannel(scope)
  return assertChannelUsable(channel.id, channel.is_deleted ? null : channel).id
}

const selectRegion = statement<RegionRow>(`
  select r.id, ${SETTINGS_VERSION} as settings_version,
    (select default_sales_channel_id from store limit 1) as default_channel_id,
    exists (select from discount where is_automatic and deleted_at is null) as has_automatic_discounts
  from region r where ($1::text is null or r.id = $1) and r.deleted_at is null order by r.created_at, r.id limit 1`)
