import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { selectionParams } from '../../inputs/query.ts'
import { readRow } from '../../reading/read-row.ts'
import { responseSchema } from '../../reading/resource.ts'
import { parseSelection, type SelectionInput } from '../../reading/selection.ts'
import { AdminOrder, type AdminOrderView, ORDER_COLUMNS, ORDER_TOTALS } from '../../resources/order.ts'
import { adminMutation } from '../../row-mutation.ts'
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

const companionRelations = [
  ...LINE_RELATIONS,
  'shipping_methods.tax_lines',
  ...additionalItemRelations('claims'),
  ...additionalItemRelations('swaps'),
]

/** An order also shows soft-deleted rows, because it is a historical record. */
export const orderReadOptions = {
  resource: AdminOrder,
  withDeleted: true,
  defaults: { relations, columns: ORDER_COLUMNS, alwaysColumns: ORDER_TOTALS, companionRelations },
}

export const orderResponse = responseSchema({ order: AdminOrder })

export const orderInput = { id: z.string(), ...selectionParams }

/**
 * Checks the selection before the mutation changes anything, because a call to a payment provider cannot be rolled
 * back.
 * @throws InvalidData if the selection has an unknown name or `returnable_items`.
 * @throws Forbidden if the API key of the caller may not read a selected resource.
 */
export function assertSelection(selection: SelectionInput): void {
  rejectReturnableItems(selection)
  assertFieldNames(selection)
}

/** Checks the selection, but allows `returnable_items`. */
export function assertFieldNames(selection: SelectionInput): void {
  parseSelection(AdminOrder, selection, orderReadOptions.defaults)
  assertMayShow(orderReadOptions, selection)
}

/**
 * Reads the order from the database, so the caller must flush its changes first.
 * @throws NotFound if the order does not exist.
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

export async function readOrderWithReturnableItems(
  { em }: { em: EntityManager },
  id: string,
  selection: SelectionInput,
): Promise<{ order: AdminOrderView }> {
  assertFieldNames(selection)
  const { order } = await readAdminOrder({ em }, id, omitReturnableItems(selection))
  if (isReturnableItemsRequested(selection)) order.returnable_items = await readReturnableItems(em, id)
  return { order }
}

const orderAnswer = { response: orderResponse, read: readAdminOrder, assertSelection }
export const orderMutation = adminMutation(orderAnswer)

export const returnMutation = adminMutation({
  response: orderResponse,
  read: readOrderWithReturnableItems,
  assertSelection: assertFieldNames,
})
