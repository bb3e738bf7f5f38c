import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { ProductCollection } from './product-collection.ts'

/** The collection, which nobody else may change until the transaction ends. */
export async function lockProductCollection(em: EntityManager, id: string): Promise<ProductCollection> {
  const collection = await em.findOne(ProductCollection, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!collection) throw new NotFound(`Product collection with id: ${id} was not found`)
  return collection
}
