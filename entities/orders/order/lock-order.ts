import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { Order } from './order.ts'

/** Every change of an order, its fulfillments, payments, returns, claims and swaps takes this lock first. */
export async function lockOrder(
  em: EntityManager,
  id: string,
  notFoundMessage = `Order with id: ${id} was not found`,
): Promise<Order> {
  const [row] = await selectOrderForUpdate(em, id)
  if (!row) throw new NotFound(notFoundMessage)
  return em.map(Order, row)
}

/* `no key update` does not block concurrent inserts that reference the order. */
const selectOrderForUpdate = statement('select * from "order" where id = $1 for no key update')
