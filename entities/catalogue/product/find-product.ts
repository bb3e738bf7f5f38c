import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { Product } from './product.ts'

export async function lockProduct(em: EntityManager, id: string): Promise<Product> {
  const product = await em.findOne(Product, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!product) throw new NotFound(`Product with id: ${id} was not found`)
  return product
}

export async function lockProductAndVariants(em: EntityManager, id: string): Promise<Product> {
  const product = await lockProduct(em, id)
  await em.populate(product, ['options', 'variants.options'])
  return product
}
