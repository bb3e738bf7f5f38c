import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { PublishableApiKey } from './publishable-api-key.ts'

/** @throws NotFound */
export async function lockPublishableKey(em: EntityManager, id: string): Promise<PublishableApiKey> {
  const key = await em.findOne(PublishableApiKey, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!key) throw new NotFound(`Publishable key with id: ${id} was not found`)
  return key
}
