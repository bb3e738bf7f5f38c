import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '#entities/errors.ts'
import { assertSwapNotInProgress } from '../swap/lock-swap.ts'
import { lockReturn } from './lock-return.ts'

/**
 * Gives a return up: its pieces stay where they are, and may be returned or claimed anew. A canceled one stays as it is.
 * Answers the id of its order.
 * @throws NotFound. NotAllowed where the pieces are back already, or a swap has given money or sent others for them.
 */
export async function cancelReturn(em: EntityManager, id: string): Promise<string> {
  const { back, order } = await lockReturn(em, id)
  if (back.status === 'received') throw new NotAllowed("Can't cancel a return which has been returned")
  if (back.swap_id) await assertSwapNotInProgress(em, back.swap_id)
  back.status = 'canceled'
  return order.id
}
