import type { EntityManager } from '@mikro-orm/postgresql'
import { getRow, type Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { Return } from './return.ts'

export interface LockedReturn {
  returnOrder: Row<Return>
  order: Row<Order>
}

export async function lockReturn(em: EntityManager, id: string): Promise<LockedReturn> {
  const [row] = await selectOrderId(em, id)
  if (!row) throw new NotFound(`Return with id: ${id} was not found`)
  const order = await lockOrder(em, row.order_id)
  return { order, returnOrder: await getRow(em, Return, { id }) }
}

const selectOrderId = statement<{ order_id: string }>(`
  select coalesce(r.order_id, s.order_id) as order_id from return r left join swap s on s.id = r.swap_id where r.id = $1`)
