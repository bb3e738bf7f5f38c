import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { PriceList } from './price-list.ts'

export async function lockPriceList(em: EntityManager, id: string): Promise<PriceList> {
  const list = await em.findOne(PriceList, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!list) throw new NotFound(`Price list with id: ${id} was not found`)
  return list
}

export async function findPriceList(em: EntityManager, id: string): Promise<PriceList> {
  const list = await em.findOne(PriceList, { id })
  if (!list) throw new NotFound(`Price list with id: ${id} was not found`)
  return list
}
