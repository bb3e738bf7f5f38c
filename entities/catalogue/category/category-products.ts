import type { EntityManager } from '@mikro-orm/postgresql'
import { UnknownReferences } from '#entities/errors.ts'
import { type Announcement, announceAll } from '#entities/platform/event/announce.ts'
import { linkRows, unlinkRows } from '#entities/platform/links/links.ts'
import { lockProducts } from '../product/lock-products.ts'
import { buildProductUpdates } from '../product/product-events.ts'
import { findCategory } from './find-category.ts'

export async function addProductsToCategory(
  em: EntityManager,
  categoryId: string,
  ids: readonly string[],
): Promise<void> {
  await findCategory(em, categoryId)
  const missing = await lockProducts(em, ids)
  if (missing.length > 0) throw new UnknownReferences('Products', missing)
  await linkRows(em, 'category_products', categoryId, ids)
  await announceAll(em, buildAnnouncements(categoryId, ids))
}

export async function removeProductsFromCategory(
  em: EntityManager,
  categoryId: string,
  ids: readonly string[],
): Promise<void> {
  await findCategory(em, categoryId)
  await lockProducts(em, ids)
  await unlinkRows(em, 'category_products', categoryId, ids)
  await announceAll(em, buildAnnouncements(categoryId, ids))
}

const buildAnnouncements = (categoryId: string, productIds: readonly string[]): Announcement[] => [
  { name: 'product-category.updated', payload: { id: categoryId } },
  ...buildProductUpdates(productIds),
]
