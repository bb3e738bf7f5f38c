import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { ProductCollection } from './product-collection.ts'

export async function lockProductCollection(em: EntityManager, id: string): Promise<ProductCollection> {
  const collection = await em.findOne(ProductCollection, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!collection) throw new NotFound(`Product collection with id: ${id} was not found`)
  return collection
}
