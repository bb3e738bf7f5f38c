import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '../event/announce.ts'
import { lockCollection } from './find-collection.ts'

/** The collection is gone and its handle is free; its products stay. */
export async function deleteCollection(em: EntityManager, id: string): Promise<void> {
  const collection = await lockCollection(em, id)
  collection.deleted_at = new Date()
  await announce(em, 'product-collection.deleted', { id })
}
