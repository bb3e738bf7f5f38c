import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, type Row } from '#database/rows.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import type { Order } from './order.ts'

export async function syncFulfillmentStatus(em: EntityManager, order: Row<Order>): Promise<void> {
  order.syncFulfillmentStatus(await findRows(em, LineItem, { order_id: order.id }))
}
