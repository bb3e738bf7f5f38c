import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '#entities/platform/event/announce.ts'
import { lockOrder } from './lock-order.ts'

export async function completeOrder(em: EntityManager, id: string): Promise<void> {
  const order = await lockOrder(em, id)
  if (!order.complete()) return
  await announce(em, 'order.completed', { id, no_notification: order.no_notification ?? null })
}
