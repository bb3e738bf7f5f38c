import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { Order } from '#entities/order/order.ts'
import { readRow } from '../../schemas/list.ts'
import { ORDER_TOTALS, OrderResource, StoreOrder, type StoreOrderView } from '../../schemas/resources/order.ts'

const lines = ['items.variant', 'items.adjustments', 'items.tax_lines']
const shipping = ['shipping_methods.shipping_option', 'shipping_methods.tax_lines', 'shipping_address']
const parcels = ['fulfillments.tracking_links']
const money = ['discounts.rule', 'payments', 'region', 'customer']
const aftermath = ['claims', 'swaps', 'refunds', 'gift_cards', 'gift_card_transactions']

/** How orders are read for their customers. They are history: what was deleted since is still in them. */
export const storeOrders = { entity: Order, resource: StoreOrder, withDeleted: true }

/** What of an order is shown where the caller names nothing; its totals are shown whatever they name. */
export const ORDER_ITSELF = { relations: [...lines, ...shipping, ...parcels, ...money], always: ORDER_TOTALS }
/** The same, with what came after it. */
export const WITH_AFTERMATH = { relations: [...ORDER_ITSELF.relations, ...aftermath], always: ORDER_TOTALS }

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

/** The order as the completion of its cart answers it. */
export async function showCompletedOrder(em: EntityManager, id: string): Promise<z.output<typeof OrderResource>> {
  const completed = { entity: Order, resource: OrderResource, withDeleted: true, defaults: COMPLETED }
  const order = await readRow(em, {}, { ...completed, where: [{ id }] })
  if (!order) throw new NotFound(`Order with id ${id} was not found`)
  return order
}

interface Wanted {
  expand?: string | undefined
  fields?: string | undefined
}

/**
 * The order as the caller asked to see it; null where there is none.
 * @throws InvalidData for a name that is not for customers.
 */
export const showStoreOrder = (em: EntityManager, id: string, wanted: Wanted): Promise<StoreOrderView | null> =>
  readRow(em, wanted, { ...storeOrders, defaults: ORDER_ITSELF, where: [{ id }] })
