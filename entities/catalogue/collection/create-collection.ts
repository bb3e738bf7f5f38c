import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import type { NewColumns } from '#entities/base.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { handleFor } from '#entities/values/handle.ts'
import { ProductCollection } from './product-collection.ts'

export type NewCollection = NewColumns<ProductCollection, 'title', 'handle' | 'metadata'>

export async function createCollection(em: EntityManager, values: NewCollection): Promise<{ id: string }> {
  const collection = insertRow(em, ProductCollection, { ...values, handle: handleFor(values.title, values.handle) })
  await announce(em, 'product-collection.created', { id: collection.id })
  return collection
}
