import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, getRow, insertRow, type Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { Region } from '#entities/market/region/region.ts'
import { Address } from '#entities/people/customer/address.ts'
import { addressParts } from '#entities/people/customer/address-input.ts'
import { query } from '#entities/query.ts'
import { REGION_RATE } from '../line-item/line-attributes.ts'
import { repriceLines } from '../line-item/reprice-lines.ts'
import { deleteCartGiftCards } from './apply-gift-cards.ts'
import { type OpenCart, removeShipping } from './open-cart.ts'

/** @throws NotFound. NotAllowed for a country of another region, or for a custom price in another currency. */
export async function changeRegion(
  em: EntityManager,
  cart: OpenCart,
  { region_id, country_code }: { region_id: string; country_code: string | null | undefined },
): Promise<void> {
  const region = await findRow(em, Region, { id: region_id })
  if (!region) throw new NotFound(`Region with ${region_id} was not found`)
  const countries = await selectCountries(em, region_id)
  const codes = countries.map((country) => country.iso_2)
  const code = country_code?.toLowerCase()
  if (code && !codes.includes(code))
    throw new NotAllowed('Country not available in region').because({ name: 'country_outside_region' })
  const previousRegionId = cart.region_id
  cart.region_id = region.id
  await setShippingCountry(em, cart, code ?? (codes.length === 1 ? (codes[0] as string) : null))
  const lines = await repriceLines(em, cart)
  if (lines.items.some((line) => line.is_price_fixed)) await assertSameCurrency(em, previousRegionId, region)
  for (const line of lines.items) {
    line.has_shipping = false
    line.tax_rate_id &&= REGION_RATE
  }
  await removeShipping(em, cart)
  await deleteCartGiftCards(em, cart.id)
  await deleteDiscountsOfOtherRegions(em, cart.id, region.id)
  await em.flush()
}

async function assertSameCurrency(
  em: EntityManager,
  previousRegionId: string,
  { currency_code }: Row<Region>,
): Promise<void> {
  const region = await getRow(em, Region, { id: previousRegionId }, { withDeleted: true })
  if (region.currency_code === currency_code) return
  throw new NotAllowed(`Custom prices in ${region.currency_code} cannot be converted to ${currency_code}`)
}

async function setShippingCountry(em: EntityManager, cart: OpenCart, country_code: string | null): Promise<void> {
  const address = cart.shipping_address_id ? await findRow(em, Address, { id: cart.shipping_address_id }) : null
  if (address?.customer_id)
    cart.shipping_address_id = insertRow(em, Address, { ...addressParts(address), country_code }).id
  else if (address) address.country_code = country_code
  else if (country_code) cart.shipping_address_id = insertRow(em, Address, { country_code }).id
}

const selectCountries = query((db, region_id: string) =>
  db.selectFrom('country').select('iso_2').where('region_id', '=', region_id),
)

/** A dynamic code has the regions of its parent. */
const deleteDiscountsOfOtherRegions = statement(`
  delete from cart_discounts l using discount d
  where l.cart_id = $1 and d.id = l.discount_id and not exists (
    select from discount_regions r where r.discount_id = coalesce(d.parent_discount_id, d.id) and r.region_id = $2)`)
