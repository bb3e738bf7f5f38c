import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '#entities/platform/event/announce.ts'
import { lockProductCollection } from './find-collection.ts'

export async function deleteProductCollection(em: EntityManager, id: string): Promise<void> {
  const collection = await lockProductCollection(em, id)
  collection.delete()
  await announce(em, 'product-collection.deleted', { id })
}
