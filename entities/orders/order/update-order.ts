import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { Country } from '#entities/market/region/country.ts'
import { Address } from '#entities/people/customer/address.ts'
import { type AddressInput, normalizeAddress } from '#entities/people/customer/address-input.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { lockOpenOrder } from './lock-order.ts'
import type { Order } from './order.ts'

export interface OrderChanges {
  email?: string | null | undefined
  billing_address?: AddressInput | null | undefined
  shipping_address?: AddressInput | null | undefined
  customer_id?: string | null | undefined
  no_notification?: boolean | null | undefined
  /** What cannot be changed: it was agreed and paid for. */
  agreed?: Record<string, unknown> | undefined
}

/**
 * Corrects who an order is for and where it goes; what is null is not given.
 * @throws NotFound. NotAllowed where the order is canceled, or for what was agreed. InvalidData for a country to which the
 * region does not ship.
 */
export async function updateOrder(em: EntityManager, id: string, changes: OrderChanges): Promise<void> {
  const order = await lockOpenOrder(em, id, 'A canceled order cannot be updated')
  assertFrozenFieldsUnchanged(order, changes.agreed)
  if (changes.email) order.email = changes.email.toLowerCase()
  if (changes.customer_id) order.customer_id = changes.customer_id
  if (typeof changes.no_notification === 'boolean') order.no_notification = changes.no_notification
  if (changes.billing_address) await changeAddress(em, order, ['billing_address_id', changes.billing_address])
  if (changes.shipping_address) await changeAddress(em, order, ['shipping_address_id', changes.shipping_address])
  await announce(em, 'order.updated', { id, no_notification: order.no_notification ?? null })
}

function assertFrozenFieldsUnchanged(order: Order, agreed: Record<string, unknown> = {}): void {
  const [name] = Object.keys(agreed)
  if (!name) return
  const { status, fulfillment_status, payment_status } = order
  const isUntouched = [status, fulfillment_status, payment_status].join() === 'pending,not_fulfilled,awaiting'
  throw new NotAllowed(
    isUntouched
      ? `The ${name} of an order cannot be changed`
      : "Can't update shipping, billing, items and payment method when order is processed",
  )
}

/** Parts of an address change the one that is there. A country that stays need not be of the region any more. */
async function changeAddress(
  em: EntityManager,
  order: Order,
  [column, given]: ['billing_address_id' | 'shipping_address_id', AddressInput],
): Promise<void> {
  const values = normalizeAddress(given)
  const stored = order[column]
  const present = stored ? await em.findOne(Address, { id: stored }, { filters: { alive: false } }) : null
  const { country_code } = values
  if (column === 'shipping_address_id' && country_code && country_code !== present?.country_code)
    await requireCountry(em, order, country_code)
  if (present) applyChanges(present, values)
  else order[column] = em.create(Address, values).id
}

async function requireCountry(em: EntityManager, order: Order, iso_2: string): Promise<void> {
  const country = await em.findOne(Country, { iso_2 })
  if (country?.region_id !== order.region_id) throw new InvalidData('Shipping country must be in the order region')
}
