import type { EntityManager } from '@mikro-orm/postgresql'
import { assertSwapNotInProgress } from '../swap/lock-swap.ts'
import { lockReturn } from './lock-return.ts'

/** Returns the id of the order. Repeated calls have no effect. */
export async function cancelReturn(em: EntityManager, id: string): Promise<string> {
  const { returnOrder, order } = await lockReturn(em, id)
  returnOrder.assertNotReceived()
  if (returnOrder.swap_id) await assertSwapNotInProgress(em, returnOrder.swap_id)
  returnOrder.cancel()
  return order.id
}
