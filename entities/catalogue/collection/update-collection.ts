import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '#entities/platform/event/announce.ts'
import type { Changes } from '#entities/values/apply-changes.ts'
import type { NewCollection } from './create-collection.ts'
import { lockProductCollection } from './find-collection.ts'

export async function updateProductCollection(
  em: EntityManager,
  id: string,
  changes: Changes<NewCollection>,
): Promise<void> {
  const collection = await lockProductCollection(em, id)
  collection.update(changes)
  await announce(em, 'product-collection.updated', { id })
}
