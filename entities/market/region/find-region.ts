import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { Region } from './region.ts'

export function findRegion(em: EntityManager, id: string): Promise<Region> {
  return em.findOneOrFail(Region, { id }, { failHandler: () => missing(id) })
}

export function lockRegion(em: EntityManager, id: string): Promise<Region> {
  return em.findOneOrFail(Region, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: () => missing(id) })
}

const missing = (id: string) => new NotFound(`Region with ${id} was not found`)
