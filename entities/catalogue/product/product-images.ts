import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { insertRow } from '#database/rows.ts'
import { defer } from '#database/statement.ts'
import { linkRows } from '#entities/platform/links/links.ts'
import { query } from '#entities/query.ts'
import { ProductImage } from './product-image.ts'

/** Keeps the images if the URLs and their order are the same. */
export async function replaceImages(em: EntityManager, product_id: string, urls: readonly string[]): Promise<void> {
  const before = await selectImages(em, product_id)
  if (before.length === urls.length && before.every((image, i) => image.url === urls[i])) return
  await defer(em, deleteImages.with(before.map(({ id }) => id)))
  const imageIds = urls.map((url) => insertRow(em, ProductImage, { url }).id)
  await em.flush()
  await linkRows(em, 'product_images', product_id, imageIds)
}

const selectImages = query((db, product_id: string) =>
  db
    .selectFrom('product_images as link')
    .innerJoin('image', 'image.id', 'link.image_id')
    .select(['image.id', 'image.url'])
    .where('link.product_id', '=', product_id)
    .where('image.deleted_at', 'is', null)
    .orderBy('image.created_at')
    .orderBy('image.id'),
)

const deleteImages = query((db, ids: readonly string[]) => db.deleteFrom('image').where('id', '=', anyOf(ids)))
