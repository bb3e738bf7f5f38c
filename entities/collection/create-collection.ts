import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '../base.ts'
import { announce } from '../event/announce.ts'
import { handleFor } from '../handle.ts'
import { ProductCollection } from './product-collection.ts'

export interface NewCollection {
  title: string
  /** Made of the title where it is not given. */
  handle?: string | null | undefined
  metadata?: Metadata | null | undefined
}

export async function createCollection(em: EntityManager, facts: NewCollection): Promise<ProductCollection> {
  const collection = em.create(ProductCollection, { ...facts, handle: handleFor(facts.title, facts.handle) })
  await announce(em, 'product-collection.created', { id: collection.id })
  return collection
}
