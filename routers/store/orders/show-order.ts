import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { type OrderFacts, priceOrder, readOrder } from '#entities/order/read-order.ts'
import { ORDER_TOTALS, type OrderResource, StoreOrder, type StoreOrderView } from '../../schemas/resources/order.ts'
import { type Defaults, select } from '../../schemas/selection.ts'
import { show } from '../../schemas/show.ts'

const lines = ['items.variant', 'items.adjustments', 'items.tax_lines']
const shipping = ['shipping_methods.shipping_option', 'shipping_methods.tax_lines', 'fulfillments', 'shipping_address']
const money = ['discounts.rule', 'payments', 'region', 'customer']
const aftermath = ['claims', 'swaps', 'refunds', 'gift_cards', 'gift_card_transactions']

/** What of an order is shown where the caller names nothing. */
export const ORDER_ITSELF = { relations: [...lines, ...shipping, ...money] }
/** The same, with what came after it. */
export const WITH_AFTERMATH = { relations: [...ORDER_ITSELF.relations, ...aftermath] }

/** The order as the completion of its cart answers it. */
export async function showCompletedOrder(em: EntityManager, id: string): Promise<z.output<typeof OrderResource>> {
  const order = await readOrder(em, { id })
  if (!order) throw new NotFound(`Order with id ${id} was not found`)
  return withTotals(order) as unknown as z.output<typeof OrderResource>
}

/**
 * The order as the caller asked to see it; its totals are always there.
 * @throws InvalidData for a name that is not for customers.
 */
export function showStoreOrder(order: OrderFacts, wanted: Wanted, defaults: Defaults): StoreOrderView {
  return showStoreOrders([order], wanted, defaults)[0] as StoreOrderView
}

/** The same for several of them. */
export function showStoreOrders(orders: readonly OrderFacts[], wanted: Wanted, defaults: Defaults): StoreOrderView[] {
  const selection = select(StoreOrder, wanted, defaults)
  const shown = { ...selection, columns: new Set([...selection.columns, ...ORDER_TOTALS]) }
  return orders.map((order) => show(withTotals(order), shown))
}

interface Wanted {
  expand?: string | undefined
  fields?: string | undefined
}

/** The order with what it comes to, whole. */
export function withTotals(order: OrderFacts): object {
  const { lines, shipping_methods, ...totals } = priceOrder(order)
  return {
    ...order,
    ...totals,
    object: 'order',
    items: order.items.map((item, i) => ({
      ...item,
      ...lines[i],
      quantity: item.quantity - (item.returned_quantity ?? 0),
    })),
    shipping_methods: order.shipping_methods.map((method, i) => ({ ...method, ...shipping_methods[i] })),
    fulfillments: [],
    claims: [],
    swaps: [],
  }
}
