import type { EntityManager } from '@mikro-orm/postgresql'
import { assertSwapReturnCancelable } from '../swap/lock-swap.ts'
import { lockReturn } from './lock-return.ts'

/** Returns the id of the order. Repeated calls have no effect. */
export async function cancelReturn(em: EntityManager, id: string): Promise<string> {
  const { returnOrder, order } = await lockReturn(em, id)
  returnOrder.assertNotReceived()
  if (returnOrder.swap_id) await assertSwapReturnCancelable(em, returnOrder.swap_id)
  returnOrder.cancel()
  return order.id
}
