import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { insertRow } from '#database/rows.ts'
import { defer } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import { linkRows } from '#entities/platform/links/links.ts'
import { query } from '#entities/query.ts'
import { ProductImage } from './product-image.ts'

/** The alternative text of each image with this URL. */
export interface ImageAlt {
  url: string
  alt: string | null
}

/** @throws InvalidData for the text of a missing image. */
export function imagesOf(urls: readonly string[], alts: readonly ImageAlt[]): ImageAlt[] {
  const missing = alts.find(({ url }) => !urls.includes(url))
  if (missing)
    throw new InvalidData(`The product has no image ${missing.url}`)
      .about('image_alts')
      .because({ name: 'entry_missing' })
  const altOf = new Map(alts.map(({ url, alt }) => [url, alt]))
  return urls.map((url) => ({ url, alt: altOf.get(url) || null }))
}

interface ImageChanges {
  /** Default: the stored ones. */
  images: readonly string[] | null | undefined
  /** Other images keep their texts. */
  image_alts: readonly ImageAlt[] | null | undefined
}

/** Keeps the images if their URLs, order and texts are the same. */
export async function changeImages(
  em: EntityManager,
  product_id: string,
  { images, image_alts }: ImageChanges,
): Promise<void> {
  const before = await selectImages(em, product_id)
  const urls = images ?? before.map(({ url }) => url)
  const given = image_alts ?? []
  const kept = before.filter(({ url }) => urls.includes(url) && !given.some((one) => one.url === url))
  const after = imagesOf(urls, [...kept, ...given])
  if (after.length === before.length && after.every((image, i) => isSame(image, before[i]))) return
  await defer(em, deleteImages.with(before.map(({ id }) => id)))
  const imageIds = after.map((image) => insertRow(em, ProductImage, image).id)
  await em.flush()
  await linkRows(em, 'product_images', product_id, imageIds)
}

const isSame = (one: ImageAlt, other: ImageAlt | undefined) => one.url === other?.url && one.alt === other.alt

const selectImages = query((db, product_id: string) =>
  db
    .selectFrom('product_images as link')
    .innerJoin('image', 'image.id', 'link.image_id')
    .select(['image.id', 'image.url', 'image.alt'])
    .where('link.product_id', '=', product_id)
    .where('image.deleted_at', 'is', null)
    .orderBy('image.created_at')
    .orderBy('image.id'),
)

const deleteImages = query((db, ids: readonly string[]) => db.deleteFrom('image').where('id', '=', anyOf(ids)))
