import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { handleFor } from '#entities/values/handle.ts'
import { newId } from '#entities/values/id.ts'
import { lockTree } from './find-category.ts'
import { placeCategory } from './place-category.ts'
import { ProductCategory } from './product-category.ts'

export interface NewCategory {
  name: string
  description?: string | null | undefined
  /** Default: derived from the name. */
  handle?: string | null | undefined
  is_active?: boolean | null | undefined
  is_internal?: boolean | null | undefined
  /** Default: the root. */
  parent_category_id?: string | null | undefined
  /** The position among the siblings, from 0. Default: the last. */
  rank?: number | null | undefined
  metadata?: Metadata | null | undefined
}

export async function createCategory(
  em: EntityManager,
  { parent_category_id = null, rank, ...facts }: NewCategory,
): Promise<ProductCategory> {
  await lockTree(em)
  const id = newId('pcat')
  const place = await placeCategory(em, { id }, { parent_category_id, rank: rank ?? undefined })
  const { description, is_active, is_internal } = facts
  const category = em.create(ProductCategory, {
    ...facts,
    ...place,
    id,
    handle: handleFor(facts.name, facts.handle),
    description: description ?? '',
    is_active: is_active ?? false,
    is_internal: is_internal ?? false,
  })
  await announce(em, 'product-category.created', { id })
  return category
}
