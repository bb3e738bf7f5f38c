import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '#entities/platform/event/announce.ts'
import { lockOrder } from './lock-order.ts'

export async function archiveOrder(em: EntityManager, id: string): Promise<void> {
  const order = await lockOrder(em, id)
  order.archive()
  await announce(em, 'order.updated', { id, no_notification: order.no_notification ?? null })
}
