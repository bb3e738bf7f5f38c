import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '#entities/platform/event/announce.ts'
import { now } from '#entities/values/clock.ts'
import { lockProducts } from '../product/lock-products.ts'
import { Product } from '../product/product.ts'
import { lockProductCollection } from './find-collection.ts'

/** A product has at most one collection, so the products leave their current collections. */
export async function addProductsToCollection(
  em: EntityManager,
  collectionId: string,
  ids: readonly string[],
): Promise<void> {
  await lockProducts(em, ids)
  const { id: collection_id } = await lockProductCollection(em, collectionId)
  await em.nativeUpdate(Product, { id: { $in: [...ids] } }, { collection_id, updated_at: now() })
  await announce(em, 'product-collection.products_added', { id: collection_id, product_ids: [...ids] })
}

export async function removeProductsFromCollection(
  em: EntityManager,
  collectionId: string,
  ids: readonly string[],
): Promise<void> {
  await lockProducts(em, ids)
  const { id: collection_id } = await lockProductCollection(em, collectionId)
  const products = { id: { $in: [...ids] }, collection_id }
  await em.nativeUpdate(Product, products, { collection_id: null, updated_at: now() })
  await announce(em, 'product-collection.products_removed', { id: collection_id, product_ids: [...ids] })
}
