import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { Product } from './product.ts'

export async function lockProduct(em: EntityManager, id: string): Promise<Row<Product>> {
  const product = await lockRow(em, Product, { id })
  if (!product) throw new NotFound(`Product with id: ${id} was not found`)
  return product
}

async function lockProductEntity(em: EntityManager, id: string): Promise<Product> {
  await lockProduct(em, id)
  return em.findOneOrFail(Product, { id }, { refresh: true })
}

export async function lockProductAndVariants(em: EntityManager, id: string): Promise<Product> {
  const product = await lockProductEntity(em, id)
  await em.populate(product, ['options', 'variants.options'])
  return product
}
