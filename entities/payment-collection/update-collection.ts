import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '../base.ts'
import { change } from '../change.ts'
import { announce } from '../event/announce.ts'
import { lockCollection } from './lock-collection.ts'

export interface CollectionChanges {
  id: string
  description?: string | null | undefined
  metadata?: Metadata | null | undefined
}

/** What is null is not given. @throws NotFound */
export async function updateCollection(
  em: EntityManager,
  { id, description, metadata }: CollectionChanges,
): Promise<void> {
  const { collection } = await lockCollection(em, id)
  change(collection, { description: description ?? undefined, metadata })
  await announce(em, 'payment-collection.updated', { id })
}
