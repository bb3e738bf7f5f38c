import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '#entities/platform/event/announce.ts'
import type { Changes } from '#entities/values/apply-changes.ts'
import type { NewCategory } from './create-category.ts'
import { findCategory, lockCategoryTree } from './find-category.ts'
import { placeCategory } from './place-category.ts'

/** A category that moves to another parent without a rank becomes the last child. */
export async function updateCategory(
  em: EntityManager,
  { id, parent_category_id, rank, ...changes }: Changes<NewCategory> & { id: string },
): Promise<void> {
  await lockCategoryTree(em)
  const category = await findCategory(em, id)
  const parent = parent_category_id === undefined ? category.parent_category_id : parent_category_id
  const place = { parent_category_id: parent ?? null, rank: rank ?? undefined }
  if (!category.isAt(place)) Object.assign(category, await placeCategory(em, category, place))
  category.update(changes)
  await announce(em, 'product-category.updated', { id })
}
