import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { selectionParams } from '../../inputs/query.ts'
import { readRow } from '../../reading/read-row.ts'
import { responseSchema } from '../../reading/resource.ts'
import { parseSelection, type SelectionInput } from '../../reading/selection.ts'
import { AdminOrder, type AdminOrderView, ORDER_COLUMNS, ORDER_TOTALS } from '../../resources/order.ts'
import { adminMutation, rerunnableAdminMutation } from '../../row-mutation.ts'
import { assertMayShow } from '../key-reach.ts'
import {
  isReturnableItemsRequested,
  omitReturnableItems,
  readReturnableItems,
  rejectReturnableItems,
} from './returnable-items.ts'

const PARTY_RELATIONS = ['billing_address', 'shipping_address', 'customer', 'region', 'sales_channel']
const LINE_RELATIONS = [
  'items.variant.product.profile',
  'items.variant.product.profiles',
  'items.adjustments',
  'items.tax_lines',
]
const shipping = ['shipping_methods.shipping_option', 'shipping_methods.tax_lines']
const money = ['discounts.rule', 'gift_cards', 'gift_card_transactions.gift_card', 'payments', 'refunds']
const FULFILLMENT_RELATIONS = ['fulfillments.tracking_links']
const returns = ['returns.items.reason', 'returns.shipping_method.shipping_option', 'returns.shipping_method.tax_lines']
const additionalItemRelations = (by: string) =>
  ['variant', 'adjustments', 'tax_lines'].map((name) => `${by}.additional_items.${name}`)
const claims = [
  ...additionalItemRelations('claims'),
  'claims.claim_items.images',
  'claims.claim_items.item',
  'claims.fulfillments.tracking_links',
  'claims.return_order.shipping_method.tax_lines',
  'claims.shipping_address',
  'claims.shipping_methods.tax_lines',
]

const swaps = [
  ...additionalItemRelations('swaps'),
  'swaps.fulfillments.tracking_links',
  'swaps.payment',
  'swaps.return_order.shipping_method.shipping_option',
  'swaps.return_order.shipping_method.tax_lines',
  'swaps.shipping_address',
  'swaps.shipping_methods.shipping_option',
  'swaps.shipping_methods.tax_lines',
]

const relations = [
  ...PARTY_RELATIONS,
  ...LINE_RELATIONS,
  ...shipping,
  ...money,
  ...FULFILLMENT_RELATIONS,
  ...returns,
  ...claims,
  ...swaps,
]

/** What those who ask for lines, shipping, claims or swaps of an order see of them without naming it. */
const along = [
  ...LINE_RELATIONS,
  'shipping_methods.tax_lines',
  ...additionalItemRelations('claims'),
  ...additionalItemRelations('swaps'),
]

/** How orders are read by those who run the shop. They are history: what was deleted since is still in them. */
export const orderReadOptions = {
  resource: AdminOrder,
  withDeleted: true,
  defaults: { relations, columns: ORDER_COLUMNS, always: ORDER_TOTALS, along },
}

export const orderResponse = responseSchema({ order: AdminOrder })

/** The path and the query of every operation on an order. */
export const orderInput = { id: z.string(), ...selectionParams }

/**
 * Refuses what an answer could not show, before anything is done.
 * @throws InvalidData. Forbidden as `assertMayShow`.
 */
export function assertSelection(wanted: SelectionInput): void {
  rejectReturnableItems(wanted)
  assertFieldNames(wanted)
}

/**
 * The same where the answer can show `returnable_items`.
 * @throws InvalidData. Forbidden as `assertMayShow`.
 */
export function assertFieldNames(wanted: SelectionInput): void {
  parseSelection(AdminOrder, wanted, orderReadOptions.defaults)
  assertMayShow(orderReadOptions, wanted)
}

/**
 * The order, as the caller asked to see it; what was changed has to be flushed before.
 * @throws InvalidData for a name that it does not have. NotFound.
 */
export async function readAdminOrder(
  { em }: { em: EntityManager },
  id: string,
  { expand, fields }: SelectionInput,
): Promise<{ order: AdminOrderView }> {
  const order = await readRow(em, { expand, fields }, { ...orderReadOptions, where: [{ id }] })
  if (!order) throw new NotFound(`Order with id: ${id} was not found`)
  return { order }
}

/** The same, with what can still come back of it where that is asked for: few operations tell. */
export async function readOrderWithReturnableItems(
  { em }: { em: EntityManager },
  id: string,
  wanted: SelectionInput,
): Promise<{ order: AdminOrderView }> {
  assertFieldNames(wanted)
  const { order } = await readAdminOrder({ em }, id, omitReturnableItems(wanted))
  if (isReturnableItemsRequested(wanted)) order.returnable_items = await readReturnableItems(em, id)
  return { order }
}

const orderAnswer = { response: orderResponse, read: readAdminOrder, assertSelection }
export const orderMutation = adminMutation(orderAnswer)
export const rerunnableOrderMutation = rerunnableAdminMutation(orderAnswer)

/** For the operations whose answer can show `returnable_items`. */
export const rerunnableReturnMutation = rerunnableAdminMutation({
  response: orderResponse,
  read: readOrderWithReturnableItems,
  assertSelection: assertFieldNames,
})
