import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { advanceOrder } from './advance-order.ts'
import type { Order } from './order.ts'
import { fulfillmentStatusOf } from './transitions.ts'

/** An order, which is locked, is as far as its pieces are. */
export async function syncFulfillmentStatus(em: EntityManager, order: Order): Promise<void> {
  const lines = await em.find(LineItem, { order_id: order.id })
  advanceOrder(order, { fulfillment_status: fulfillmentStatusOf(lines, order.fulfillment_status) })
}
