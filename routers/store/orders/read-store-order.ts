import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import type { OrderResult } from '#entities/checkout/cart-concluder.ts'
import { NotFound } from '#entities/errors.ts'
import { Order } from '#entities/orders/order/order.ts'
import { readRow } from '../../reading/read-row.ts'
import { parseSelection, type SelectionInput } from '../../reading/selection.ts'
import { showRow } from '../../reading/show-row.ts'
import { ORDER_TOTALS, OrderResource, StoreOrder, type StoreOrderView } from '../../resources/order.ts'

const lineRelations = ['items.variant', 'items.adjustments', 'items.tax_lines']
const shippingRelations = ['shipping_methods.shipping_option', 'shipping_methods.tax_lines', 'shipping_address']
const fulfillmentRelations = ['fulfillments.items', 'fulfillments.tracking_links']
const moneyRelations = ['discounts.rule', 'payments', 'region', 'customer']
const afterSaleRelations = ['claims', 'swaps', 'refunds', 'gift_cards', 'gift_card_transactions']

const otherRelations = [
  'billing_address.country',
  'shipping_address.country',
  'sales_channel',
  'region.countries',
  'region.currency',
  'items.variant.product',
  'returns.items.reason',
  'returns.shipping_method.shipping_option',
  'returns.shipping_method.tax_lines',
  'claims.additional_items.variant',
  'claims.additional_items.adjustments',
  'claims.additional_items.tax_lines',
  'claims.fulfillments.tracking_links',
  'swaps.additional_items.variant',
  'swaps.additional_items.adjustments',
  'swaps.additional_items.tax_lines',
  'swaps.fulfillments.tracking_links',
  'swaps.return_order',
]
/** None of these relations may lead to private data of the shop, such as unpublished products. */
const allowedRelations = [
  ...lineRelations,
  ...shippingRelations,
  ...fulfillmentRelations,
  ...moneyRelations,
  ...afterSaleRelations,
  ...otherRelations,
]

export const storeOrderReadOptions = { resource: StoreOrder, withDeleted: true }

const COMPLETED_ORDER_DEFAULTS = {
  relations: [
    ...lineRelations,
    'shipping_methods.tax_lines',
    'shipping_address',
    'discounts.rule',
    'payments',
    'region',
    ...afterSaleRelations,
  ],
}

const ORDER_WITHOUT_RELATIONS = {
  relations: [...lineRelations, ...shippingRelations, ...fulfillmentRelations, ...moneyRelations],
  alwaysColumns: ORDER_TOTALS,
  relationsWithExpanded: lineRelations,
  companionRelations: [...lineRelations, 'shipping_methods.tax_lines'],
  allowed: allowedRelations,
  strictFields: true,
}
export const AFTER_SALE_DEFAULTS = {
  ...ORDER_WITHOUT_RELATIONS,
  relations: [...ORDER_WITHOUT_RELATIONS.relations, ...afterSaleRelations],
  relationsWithExpanded: COMPLETED_ORDER_DEFAULTS.relations,
}

/** Returns `placed`, or reads the order if an earlier request has placed it. */
export async function readCompletedOrder(
  em: EntityManager,
  { id, placed }: OrderResult,
): Promise<z.output<typeof OrderResource>> {
  const completed = { resource: OrderResource, withDeleted: true, defaults: COMPLETED_ORDER_DEFAULTS }
  if (placed) {
    const order = Object.setPrototypeOf({ ...placed }, Order.prototype)
    return showRow(OrderResource, order, parseSelection(OrderResource, {}, COMPLETED_ORDER_DEFAULTS))
  }
  const order = await readRow(em, {}, { ...completed, where: [{ id }] })
  if (!order) throw new NotFound(`Order with id ${id} was not found`)
  return order
}

/** Other callers see the customer of an order only if the customer has no account. */
const GUEST_ONLY = { customer: { has_account: ['false'] } }

const VIEWS = {
  itself: { own: ORDER_WITHOUT_RELATIONS, others: { ...ORDER_WITHOUT_RELATIONS, scopes: GUEST_ONLY } },
  withAfterSale: { own: AFTER_SALE_DEFAULTS, others: { ...AFTER_SALE_DEFAULTS, scopes: GUEST_ONLY } },
}

export interface OrderQuery {
  where: Pick<Partial<Order>, 'id' | 'cart_id'>
  selection: SelectionInput
  view: keyof typeof VIEWS
  caller_id: string | null
}

/** Returns null if there is no such order. `customer` is null if it is the account of another customer. */
export async function readStoreOrder(
  em: EntityManager,
  { where, selection, view, caller_id }: OrderQuery,
): Promise<StoreOrderView | null> {
  const { own, others } = VIEWS[view]
  const ownOrder = { ...storeOrderReadOptions, defaults: own, where: [{ ...where, customer_id: caller_id }] }
  const order = caller_id && (await readRow(em, selection, ownOrder))
  return order || readRow(em, selection, { ...storeOrderReadOptions, defaults: others, where: [where] })
}
