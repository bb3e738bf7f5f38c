import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { Order } from '#entities/order/order.ts'
import { readRow } from '../../schemas/list.ts'
import { selecting } from '../../schemas/query.ts'
import { answer } from '../../schemas/resource.ts'
import { AdminOrder, type AdminOrderView, ORDER_COLUMNS, ORDER_TOTALS } from '../../schemas/resources/order.ts'
import { select, type Wanted } from '../../schemas/selection.ts'
import {
  asksForReturnableItems,
  besidesReturnableItems,
  refuseReturnableItems,
  returnableItems,
} from './returnable-items.ts'

const people = ['billing_address', 'shipping_address', 'customer', 'region', 'sales_channel']
const goods = [
  'items.variant.product.profile',
  'items.variant.product.profiles',
  'items.adjustments',
  'items.tax_lines',
]
const shipping = ['shipping_methods.shipping_option', 'shipping_methods.tax_lines']
const money = ['discounts.rule', 'gift_cards', 'gift_card_transactions.gift_card', 'payments', 'refunds']
const parcels = ['fulfillments.tracking_links']
const returns = ['returns.items.reason', 'returns.shipping_method.shipping_option', 'returns.shipping_method.tax_lines']
const sent = (by: string) => ['variant', 'adjustments', 'tax_lines'].map((name) => `${by}.additional_items.${name}`)
const claims = [
  ...sent('claims'),
  'claims.claim_items.images',
  'claims.claim_items.item',
  'claims.fulfillments.tracking_links',
  'claims.return_order.shipping_method.tax_lines',
  'claims.shipping_address',
  'claims.shipping_methods.tax_lines',
]

const swaps = [
  ...sent('swaps'),
  'swaps.fulfillments.tracking_links',
  'swaps.payment',
  'swaps.return_order.shipping_method.shipping_option',
  'swaps.return_order.shipping_method.tax_lines',
  'swaps.shipping_address',
  'swaps.shipping_methods.shipping_option',
  'swaps.shipping_methods.tax_lines',
]

const relations = [...people, ...goods, ...shipping, ...money, ...parcels, ...returns, ...claims, ...swaps]

/** What those who ask for lines, shipping, claims or swaps of an order see of them without naming it. */
const along = [...goods, 'shipping_methods.tax_lines', ...sent('claims'), ...sent('swaps')]

/** How orders are read by those who run the shop. They are history: what was deleted since is still in them. */
export const view = {
  entity: Order,
  resource: AdminOrder,
  withDeleted: true,
  defaults: { relations, columns: ORDER_COLUMNS, always: ORDER_TOTALS, along },
}

export const withOrder = answer({ order: AdminOrder })

/** The path and the query of every operation on an order. */
export const orderInput = { id: z.string(), ...selecting }

/**
 * Refuses what an answer could not show, before anything is done.
 * @throws InvalidData
 */
export function checkSelection(wanted: Wanted): void {
  refuseReturnableItems(wanted)
  checkNames(wanted)
}

/**
 * The same where the answer can show `returnable_items`.
 * @throws InvalidData
 */
export function checkNames(wanted: Wanted): void {
  select(AdminOrder, wanted, view.defaults)
}

/**
 * The order, as the caller asked to see it; what was changed has to be flushed before.
 * @throws InvalidData for a name that it does not have. NotFound.
 */
export async function showAdminOrder(
  em: EntityManager,
  id: string,
  { expand, fields }: Wanted,
): Promise<{ order: AdminOrderView }> {
  const order = await readRow(em, { expand, fields }, { ...view, where: [{ id }] })
  if (!order) throw new NotFound(`Order with id: ${id} was not found`)
  return { order }
}

/** The same, with what can still come back of it where that is asked for: few operations tell. */
export async function showWithReturnableItems(
  em: EntityManager,
  id: string,
  wanted: Wanted,
): Promise<{ order: AdminOrderView }> {
  checkNames(wanted)
  const { order } = await showAdminOrder(em, id, besidesReturnableItems(wanted))
  if (asksForReturnableItems(wanted)) order.returnable_items = await returnableItems(em, id)
  return { order }
}
