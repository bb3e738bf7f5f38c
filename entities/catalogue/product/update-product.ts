import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { replaceLinks } from '#entities/platform/links/links.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { handleFor } from '#entities/values/handle.ts'
import type { VariantChanges } from './change-variants.ts'
import type { NewProduct } from './create-product.ts'
import { lockProduct } from './find-product.ts'
import { findReferences } from './find-references.ts'
import type { Product } from './product.ts'
import { changeImages } from './product-images.ts'
import { changeListedVariants, replaceVariants, type VariantUpdate } from './replace-variants.ts'

export interface ProductChanges extends Changes<Omit<NewProduct, 'is_giftcard' | 'options' | 'variants'>> {
  variants?: readonly VariantUpdate[] | null | undefined
  is_archived?: boolean | undefined
  /** Changes these variants and keeps the others, unlike `variants`. */
  variant_changes?: readonly (VariantChanges & { id: string })[] | null | undefined
}

/** A given list replaces the stored list. The order of the variants becomes their rank. */
export async function updateProduct(
  em: EntityManager,
  {
    id,
    images,
    image_alts,
    type,
    tags,
    sales_channels,
    categories,
    handle,
    ...changes
  }: ProductChanges & { id: string },
): Promise<void> {
  const { variants, variant_changes, is_archived, ...values } = changes
  const product = await lockProduct(em, id)
  const { type_id, tag_ids, channel_ids } = await findReferences(em, { type, tags, sales_channels })
  applyChanges<Row<Product>>(product, values)
  if (is_archived) product.archive()
  else if (is_archived === false || product.isPublished()) product.unarchive()
  if (product.is_giftcard) product.discountable = false
  if (handle) product.handle = handleFor(product.title, handle)
  if (type !== undefined) product.type_id = type_id
  if (tags) await replaceLinks(em, 'product_tags', id, tag_ids)
  if (sales_channels) await replaceLinks(em, 'product_channels', id, channel_ids)
  if (categories) await replaceLinks(em, 'product_categories', id, idsOf(categories))
  if (images || image_alts) await changeImages(em, id, { images, image_alts })
  if (images?.[0]) product.thumbnail ||= images[0]
  if (variants && variant_changes)
    throw new InvalidData('Pass either variants or variant_changes')
      .about('variant_changes')
      .because({ name: 'value_not_allowed' })
  const changed = variants
    ? await replaceVariants(em, id, variants)
    : await changeListedVariants(em, id, variant_changes ?? [])
  await announceAll(em, [{ name: 'product.updated', payload: { id } }, ...changed])
}

const idsOf = (rows: readonly { id: string }[]) => rows.map((row) => row.id)
