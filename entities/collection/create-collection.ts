import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '../base.ts'
import { handleFor } from '../handle.ts'
import { ProductCollection } from './product-collection.ts'

export interface NewCollection {
  title: string
  /** Made of the title where it is not given. */
  handle?: string | null | undefined
  metadata?: Metadata | null | undefined
}

export function createCollection(em: EntityManager, facts: NewCollection): ProductCollection {
  return em.create(ProductCollection, { ...facts, handle: handleFor(facts.title, facts.handle) })
}
