import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { Webhook } from './webhook.ts'

/** @throws NotFound */
export function lockWebhook(em: EntityManager, id: string): Promise<Webhook> {
  const failHandler = () => new NotFound(`Webhook with id: ${id} was not found`)
  return em.findOneOrFail(Webhook, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler })
}
