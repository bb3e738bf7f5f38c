import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { handleFor } from '#entities/values/handle.ts'
import { ProductCollection } from './product-collection.ts'

export interface NewCollection {
  title: string
  /** Default: derived from the title. */
  handle?: string | null | undefined
  metadata?: Metadata | null | undefined
}

export async function createCollection(em: EntityManager, facts: NewCollection): Promise<ProductCollection> {
  const collection = em.create(ProductCollection, { ...facts, handle: handleFor(facts.title, facts.handle) })
  await announce(em, 'product-collection.created', { id: collection.id })
  return collection
}
