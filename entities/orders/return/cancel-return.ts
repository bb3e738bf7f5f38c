import type { EntityManager } from '@mikro-orm/postgresql'
import { assertSwapNotInProgress } from '../swap/lock-swap.ts'
import { lockReturn } from './lock-return.ts'

/**
 * Cancels a return, so that its items can be returned or claimed again. Idempotent. Returns the id of the order.
 * @throws NotFound, or NotAllowed if the return is received, or its swap has refunds or fulfillments.
 */
export async function cancelReturn(em: EntityManager, id: string): Promise<string> {
  const { returnOrder, order } = await lockReturn(em, id)
  returnOrder.assertNotReceived()
  if (returnOrder.swap_id) await assertSwapNotInProgress(em, returnOrder.swap_id)
  returnOrder.cancel()
  return order.id
}
