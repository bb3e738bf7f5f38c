import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import type { NewColumns } from '#entities/base.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { handleFor } from '#entities/values/handle.ts'
import { newId } from '#entities/values/id.ts'
import { lockCategoryTree } from './find-category.ts'
import { placeCategory } from './place-category.ts'
import { ProductCategory } from './product-category.ts'

/**
 * Without a parent, the category is at the root. `rank` counts from 0. By default, the category is the last sibling.
 */
export type NewCategory = NewColumns<
  ProductCategory,
  'name',
  'description' | 'handle' | 'is_active' | 'is_internal' | 'parent_category_id' | 'rank' | 'metadata'
>

export async function createCategory(
  em: EntityManager,
  { parent_category_id = null, rank, ...values }: NewCategory,
): Promise<{ id: string }> {
  await lockCategoryTree(em)
  // The place counts the siblings in the database.
  await em.flush()
  const id = newId('pcat')
  const place = await placeCategory(em, { id }, { parent_category_id, rank: rank ?? undefined })
  const { description, is_active, is_internal } = values
  const category = insertRow(em, ProductCategory, {
    ...values,
    ...place,
    id,
    handle: handleFor(values.name, values.handle),
    description: description ?? '',
    is_active: is_active ?? false,
    is_internal: is_internal ?? false,
  })
  await announce(em, 'product-category.created', { id })
  return category
}
