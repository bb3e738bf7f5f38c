import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { Product } from './product.ts'

export async function lockProduct(em: EntityManager, id: string): Promise<Row<Product>> {
  const product = await lockRow(em, Product, { id })
  if (!product) throw new NotFound(`Product with id: ${id} was not found`)
  return product
}
