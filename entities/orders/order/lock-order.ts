import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { Order } from './order.ts'

/** Every change of an order, its fulfillments, payments, returns, claims and swaps takes this lock first. */
export async function lockOrder(
  em: EntityManager,
  id: string,
  notFoundMessage = `Order with id: ${id} was not found`,
): Promise<Row<Order>> {
  // `no key update` does not block concurrent inserts that reference the order.
  const order = await lockRow(em, Order, { id }, 'no key update')
  if (!order) throw new NotFound(notFoundMessage)
  return order
}
