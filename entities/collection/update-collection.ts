import type { EntityManager } from '@mikro-orm/postgresql'
import { type Changes, change } from '../change.ts'
import { announce } from '../event/announce.ts'
import { handleFor } from '../handle.ts'
import type { NewCollection } from './create-collection.ts'
import { lockCollection } from './find-collection.ts'
import type { ProductCollection } from './product-collection.ts'

/** Changes what is named. A new title leaves the handle as it is: addresses in use stay good. */
export async function updateCollection(
  em: EntityManager,
  id: string,
  { handle, ...changes }: Changes<NewCollection>,
): Promise<void> {
  const collection = await lockCollection(em, id)
  change<ProductCollection>(collection, changes)
  if (handle) collection.handle = handleFor(collection.title, handle)
  await announce(em, 'product-collection.updated', { id })
}
