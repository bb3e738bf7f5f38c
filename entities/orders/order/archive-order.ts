import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { advanceOrder } from './advance-order.ts'
import { lockOrder } from './lock-order.ts'

/**
 * Puts a completed order away.
 * @throws NotFound. NotAllowed where it is anything else than completed.
 */
export async function archiveOrder(em: EntityManager, id: string): Promise<void> {
  const order = await lockOrder(em, id)
  if (order.status !== 'completed') throw new NotAllowed("Can't archive an unprocessed order")
  advanceOrder(order, { status: 'archived' })
  await announce(em, 'order.updated', { id, no_notification: order.no_notification ?? null })
}
