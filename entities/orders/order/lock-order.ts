import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { Order } from './order.ts'

/**
 * The order, locked until the end of the transaction: whatever else changes it, or what belongs to it, waits. Everything
 * that is done with parcels, money, returns and claims begins with this.
 * @throws NotFound with `unknown`: the wire format has several words for it.
 */
export async function lockOrder(
  em: EntityManager,
  id: string,
  unknown = `Order with id: ${id} was not found`,
): Promise<Order> {
  const [row] = await orderForUpdate(em, id)
  if (!row) throw new NotFound(unknown)
  return em.map(Order, row)
}

/**
 * The same, unless the order is canceled.
 * @throws NotFound. NotAllowed with these words where it is canceled.
 */
export async function lockOpenOrder(em: EntityManager, id: string, refusal: string): Promise<Order> {
  const order = await lockOrder(em, id)
  if (order.status === 'canceled') throw new NotAllowed(refusal)
  return order
}

/* Keys may refer to the order meanwhile: what is inserted for it elsewhere need not wait. */
const orderForUpdate = statement('select * from "order" where id = $1 for no key update')
