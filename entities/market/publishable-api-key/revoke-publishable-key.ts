import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { NotAllowed } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { lockPublishableKey } from './lock-publishable-key.ts'

export async function revokePublishableKey(em: EntityManager, id: string, user_id: string): Promise<void> {
  const key = await lockPublishableKey(em, id)
  if (key.revoked_at) throw new NotAllowed('PublishableApiKey has already been revoked.')
  Object.assign(key, { revoked_at: now(), revoked_by: user_id })
  await em.flush()
  await announce(em, 'publishable_api_key.revoked', { id })
}
