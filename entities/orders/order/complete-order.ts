import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { advanceOrder } from './advance-order.ts'
import { lockOpenOrder } from './lock-order.ts'

/**
 * There is nothing left to do for the order. Once however often it is called.
 * @throws NotFound. NotAllowed where it is canceled, or was put away already.
 */
export async function completeOrder(em: EntityManager, id: string): Promise<void> {
  const order = await lockOpenOrder(em, id, 'A canceled order cannot be completed')
  if (order.status === 'archived') throw new NotAllowed('An archived order cannot be completed')
  if (order.status === 'completed') return
  advanceOrder(order, { status: 'completed' })
  await announce(em, 'order.completed', { id, no_notification: order.no_notification ?? null })
}
