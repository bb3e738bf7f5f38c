import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { handleFor } from '#entities/values/handle.ts'
import type { NewCollection } from './create-collection.ts'
import { lockProductCollection } from './find-collection.ts'
import type { ProductCollection } from './product-collection.ts'

/** A new title does not change the handle, so that URLs stay valid. */
export async function updateProductCollection(
  em: EntityManager,
  id: string,
  { handle, ...changes }: Changes<NewCollection>,
): Promise<void> {
  const collection = await lockProductCollection(em, id)
  applyChanges<Row<ProductCollection>>(collection, changes)
  if (handle) collection.handle = handleFor(collection.title, handle)
  await announce(em, 'product-collection.updated', { id })
}
