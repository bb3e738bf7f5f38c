import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { ProductCollection } from './product-collection.ts'

export async function lockProductCollection(em: EntityManager, id: string): Promise<Row<ProductCollection>> {
  const collection = await lockRow(em, ProductCollection, { id })
  if (!collection) throw new NotFound(`Product collection with id: ${id} was not found`)
  return collection
}
