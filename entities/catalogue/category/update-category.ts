import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { handleFor } from '#entities/values/handle.ts'
import type { NewCategory } from './create-category.ts'
import { findCategory, lockCategoryTree } from './find-category.ts'
import { placeCategory } from './place-category.ts'

/** A category that moves to another parent without a rank becomes the last child. A new name keeps the handle. */
export async function updateCategory(
  em: EntityManager,
  { id, parent_category_id, rank, handle, ...values }: Changes<NewCategory> & { id: string },
): Promise<void> {
  await lockCategoryTree(em)
  const category = await findCategory(em, id)
  const parent = parent_category_id === undefined ? category.parent_category_id : parent_category_id
  const place = { parent_category_id: parent ?? null, rank: rank ?? undefined }
  const isMoved = place.parent_category_id !== (category.parent_category_id ?? null)
  const isReranked = place.rank !== undefined && place.rank !== category.rank
  if (isMoved || isReranked) Object.assign(category, await placeCategory(em, category, place))
  applyChanges(category, values)
  if (handle) category.handle = handleFor(category.name, handle)
  await announce(em, 'product-category.updated', { id })
}
