import type { EntityManager } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { SalesChannel } from './sales-channel.ts'

export function findSalesChannel(em: EntityManager, id: string): Promise<SalesChannel> {
  return em.findOneOrFail(
    SalesChannel,
    { id },
    { failHandler: () => new NotFound(`Sales channel with id: ${id} was not found`) },
  )
}
