import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import type { Ordered } from '#entities/cart/checkout.ts'
import { NotFound } from '#entities/errors.ts'
import { Order } from '#entities/order/order.ts'
import { readRow } from '../../schemas/list.ts'
import { ORDER_TOTALS, OrderResource, StoreOrder, type StoreOrderView } from '../../schemas/resources/order.ts'
import type { Wanted } from '../../schemas/selection.ts'
import { showWhole } from '../../schemas/show-whole.ts'

const lines = ['items.variant', 'items.adjustments', 'items.tax_lines']
const shipping = ['shipping_methods.shipping_option', 'shipping_methods.tax_lines', 'shipping_address']
const parcels = ['fulfillments.items', 'fulfillments.tracking_links']
const money = ['discounts.rule', 'payments', 'region', 'customer']
const aftermath = ['claims', 'swaps', 'refunds', 'gift_cards', 'gift_card_transactions']

const more = [
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
/** No relation leads on from an order to what the shop keeps to itself, such as products that are not published. */
const allowed = [...lines, ...shipping, ...parcels, ...money, ...aftermath, ...more]

/** How orders are read for their customers. They are history: what was deleted since is still in them. */
export const storeOrders = { entity: Order, resource: StoreOrder, withDeleted: true }

/** What the completion of a cart shows of its order. */
const COMPLETED = {
  relations: [
    ...lines,
    'shipping_methods.tax_lines',
    'shipping_address',
    'discounts.rule',
    'payments',
    'region',
    ...aftermath,
  ],
}

/** What of an order is shown where the caller names nothing; its totals whatever they name, and its lines beside what they expand. */
const ORDER_ITSELF = {
  relations: [...lines, ...shipping, ...parcels, ...money],
  always: ORDER_TOTALS,
  kept: lines,
  along: [...lines, 'shipping_methods.tax_lines'],
  allowed,
}
/** The same with what came after it; beside what the caller expands stands all that a finished checkout shows. */
export const WITH_AFTERMATH = {
  ...ORDER_ITSELF,
  relations: [...ORDER_ITSELF.relations, ...aftermath],
  kept: COMPLETED.relations,
}

/** The order as the completion of its cart answers it: read, unless it was placed just now. */
export async function showCompletedOrder(
  em: EntityManager,
  { id, placed }: Ordered,
): Promise<z.output<typeof OrderResource>> {
  const completed = { entity: Order, resource: OrderResource, withDeleted: true, defaults: COMPLETED }
  if (placed) return showWhole(em, placed, completed)
  const order = await readRow(em, {}, { ...completed, where: [{ id }] })
  if (!order) throw new NotFound(`Order with id ${id} was not found`)
  return order
}

/**
 * The order as the caller asked to see it; null where there is none.
 * @throws InvalidData for a name that is not for customers.
 */
export const showStoreOrder = (em: EntityManager, id: string, wanted: Wanted): Promise<StoreOrderView | null> =>
  readRow(em, wanted, { ...storeOrders, defaults: ORDER_ITSELF, where: [{ id }] })
