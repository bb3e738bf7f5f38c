import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, insertRow, type Row } from '#database/rows.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { Country } from '#entities/market/region/country.ts'
import { Address } from '#entities/people/customer/address.ts'
import { type AddressInput, addressParts, normalizeAddress } from '#entities/people/customer/address-input.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { changeFields, fieldValuesIn } from '#entities/platform/field/installed-fields.ts'
import { adjustmentsIn, applyChanges } from '#entities/values/apply-changes.ts'
import { normalizeEmail } from '#entities/values/email.ts'
import { lockBuyers } from './lock-buyers.ts'
import { lockOrder } from './lock-order.ts'
import type { Order } from './order.ts'

export interface OrderChanges {
  email?: string | null | undefined
  billing_address?: AddressInput | null | undefined
  shipping_address?: AddressInput | null | undefined
  customer_id?: string | null | undefined
  no_notification?: boolean | null | undefined
  /** Fields of Medusa v1 that cannot be changed after the sale. Any value is refused. */
  frozen_fields?: Record<string, unknown> | undefined
}

/** Null keeps the current value. */
export async function updateOrder(em: EntityManager, id: string, changes: OrderChanges): Promise<void> {
  const { customer_id, email } = changes
  if (customer_id || email) await lockBuyers(em, { order_ids: [id], customer_id, email })
  const order = await lockOrder(em, id)
  const fields = fieldValuesIn('order', changes)
  if (!changesOnly(changes, fields)) order.assertNotCanceled('A canceled order cannot be updated')
  assertNoFrozenFields(order, changes.frozen_fields)
  changeFields('order', order, changes)
  if (changes.email) order.email = normalizeEmail(changes.email)
  if (changes.customer_id) order.customer_id = changes.customer_id
  if (typeof changes.no_notification === 'boolean') order.no_notification = changes.no_notification
  if (changes.billing_address) {
    const country = await changeAddress(em, order, ['billing_address_id', changes.billing_address])
    if (!order.shipping_address_id) moveTaxes(order, country)
  }
  if (changes.shipping_address)
    moveTaxes(order, await changeAddress(em, order, ['shipping_address_id', changes.shipping_address]))
  await announce(em, 'order.updated', { id, no_notification: order.no_notification ?? null })
}

/** Fields of plugins are bookkeeping, so a canceled order accepts them. */
const changesOnly = (changes: object, fields: Record<string, unknown>): boolean =>
  Object.keys({ ...fields, ...adjustmentsIn(changes) }).length > 0 &&
  Object.entries(changes).every(
    ([name, value]) => value == null || name === 'adjust' || name in fields || isEmptyObject(value),
  )

const isEmptyObject = (value: unknown): boolean => typeof value === 'object' && Object.keys(value ?? {}).length === 0

function assertNoFrozenFields(order: Row<Order>, fields: Record<string, unknown> = {}): void {
  const [name] = Object.keys(fields)
  if (!name) return
  const { status, fulfillment_status, payment_status } = order
  const isUntouched = [status, fulfillment_status, payment_status].join() === 'pending,not_fulfilled,awaiting'
  throw new NotAllowed(
    isUntouched
      ? `The ${name} of an order cannot be changed`
      : "Can't update shipping, billing, items and payment method when order is processed",
  ).because({ name: 'order_part_fixed' })
}

/** Updates only the given parts. Returns the country of the address. An unchanged country is valid even if the region no longer includes it. */
async function changeAddress(
  em: EntityManager,
  order: Row<Order>,
  [column, input]: ['billing_address_id' | 'shipping_address_id', AddressInput],
): Promise<string | null> {
  const values = normalizeAddress(input)
  const id = order[column]
  const address = id ? await findRow(em, Address, { id }, { withDeleted: true }) : null
  const { country_code } = values
  if (column === 'shipping_address_id' && country_code && country_code !== address?.country_code)
    await requireCountry(em, order, country_code)
  if (address && !isShared(order, address)) {
    applyChanges(address, values)
    return address.country_code ?? null
  }
  const changed = insertRow(em, Address, address ? correctedCopy(address, values) : values)
  order[column] = changed.id
  return changed.country_code ?? null
}

/** The tax report counts the order in the country of its corrected address. */
function moveTaxes(order: Row<Order>, country_code: string | null): void {
  if (order.taxes?.some((booked) => booked.country_code !== country_code))
    order.taxes = order.taxes.map((booked) => ({ ...booked, country_code }))
}

/** An order imported from Medusa v1 can refer to a saved address of the customer, or twice to one address. */
const isShared = (order: Row<Order>, { customer_id }: Row<Address>): boolean =>
  Boolean(customer_id) || order.billing_address_id === order.shipping_address_id

function correctedCopy(address: Row<Address>, values: AddressInput): AddressInput {
  const copy = addressParts(address)
  applyChanges(copy, values)
  return copy
}

async function requireCountry(em: EntityManager, order: Row<Order>, iso_2: string): Promise<void> {
  const country = await findRow(em, Country, { iso_2 })
  if (country?.region_id !== order.region_id)
    throw new InvalidData('Shipping country must be in the order region')
      .about('shipping_address.country_code')
      .because({ name: 'country_outside_region' })
}
