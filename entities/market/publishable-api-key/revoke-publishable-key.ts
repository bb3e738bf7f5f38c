import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '#entities/platform/event/announce.ts'
import { lockPublishableKey } from './lock-publishable-key.ts'

export async function revokePublishableKey(em: EntityManager, id: string, user_id: string): Promise<void> {
  const key = await lockPublishableKey(em, id)
  key.revoke(user_id)
  await em.flush()
  await announce(em, 'publishable_api_key.revoked', { id })
}
