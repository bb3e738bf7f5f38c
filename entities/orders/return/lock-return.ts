import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { Return } from './return.ts'

/**
 * A return, to be changed, with its order: both are kept from others until the end of the transaction.
 * @throws NotFound
 */
export async function lockReturn(em: EntityManager, id: string): Promise<{ back: Return; order: Order }> {
  const [found] = await orderOfReturn(em, id)
  if (!found) throw new NotFound(`Return with id: ${id} was not found`)
  const order = await lockOrder(em, found.order_id)
  return { order, back: await em.findOneOrFail(Return, id) }
}

const orderOfReturn = statement<{ order_id: string }>(`
  select coalesce(r.order_id, s.order_id) as order_id from return r left join swap s on s.id = r.swap_id where r.id = $1`)
