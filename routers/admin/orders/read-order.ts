import { z } from 'zod'
import { selectionParams } from '../../inputs/query.ts'
import { adminMutation } from '../../procedures/row-mutation.ts'
import { parseReadableSelection } from '../../reading/reach.ts'
import { rowAnswer } from '../../reading/row-answer.ts'
import type { SelectionInput } from '../../reading/selection.ts'
import { AdminOrder, ORDER_COLUMNS, ORDER_TOTALS } from '../../resources/order.ts'
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

export const orderAnswer = rowAnswer('order', orderReadOptions)

export const orderInput = { id: z.string(), ...selectionParams }

/**
 * Checks the selection before the mutation changes anything, because a call to a payment provider cannot be rolled
 * back.
 * @throws InvalidData if the selection has an unknown name or `returnable_items`.
 * @throws Forbidden if the caller may not read a selected resource.
 */
export function assertSelection(selection: SelectionInput): void {
  rejectReturnableItems(selection)
  assertFieldNames(selection)
}

/** Checks the selection, but allows `returnable_items`. */
function assertFieldNames(selection: SelectionInput): void {
  parseReadableSelection(orderReadOptions, selection)
}

export const orderAnswerWithReturnableItems: typeof orderAnswer = {
  response: orderAnswer.response,
  assertSelection: assertFieldNames,
  async read(ctx, id, selection) {
    assertFieldNames(selection)
    const { order } = await orderAnswer.read(ctx, id, omitReturnableItems(selection))
    if (isReturnableItemsRequested(selection)) order.returnable_items = await readReturnableItems(ctx.em, id)
    return { order }
  },
}

export const orderMutation = adminMutation({ ...orderAnswer, assertSelection })

export const returnMutation = adminMutation(orderAnswerWithReturnableItems)
