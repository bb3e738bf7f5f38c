import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '#entities/platform/event/announce.ts'
import { lockOrder } from './lock-order.ts'

/**
 * Idempotent.
 * @throws NotFound, or NotAllowed if the order is canceled or archived.
 */
export async function completeOrder(em: EntityManager, id: string): Promise<void> {
  const order = await lockOrder(em, id)
  if (!order.complete()) return
  await announce(em, 'order.completed', { id, no_notification: order.no_notification ?? null })
}
