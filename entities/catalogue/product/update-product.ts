import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { replaceLinks } from '#entities/platform/links/links.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { handleFor } from '#entities/values/handle.ts'
import { changeStructure, type StructureChanges } from './change-structure.ts'
import type { NewProduct } from './create-product.ts'
import { lockProduct } from './find-product.ts'
import { findReferences } from './find-references.ts'
import type { Product } from './product.ts'
import { changeImages } from './product-images.ts'
import { replaceVariants, type VariantUpdate } from './replace-variants.ts'

export interface ProductChanges
  extends Changes<Omit<NewProduct, 'is_giftcard' | 'options' | 'variants'>>,
    StructureChanges {
  /** Replaces all variants. The structure changes parts of them. */
  variants?: readonly VariantUpdate[] | null | undefined
  is_archived?: boolean | undefined
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
  const {
    variants,
    option_changes,
    deleted_option_ids,
    variant_changes,
    new_variants,
    deleted_variant_ids,
    ...others
  } = changes
  const { restored_option_ids, restored_variant_ids, is_archived, ...values } = others
  const structure = {
    ...{ option_changes, deleted_option_ids, variant_changes, new_variants, deleted_variant_ids },
    ...{ restored_option_ids, restored_variant_ids },
  }
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
  if (variants) assertOnlyVariants(structure)
  const changed = variants ? await replaceVariants(em, id, variants) : await changeStructure(em, id, structure)
  await announceAll(em, [{ name: 'product.updated', payload: { id } }, ...changed])
}

function assertOnlyVariants(structure: StructureChanges): void {
  const [field] = Object.entries(structure).find(([, value]) => value != null) ?? []
  if (field)
    throw new InvalidData(`Pass either variants or ${field}`).about(field).because({ name: 'value_not_allowed' })
}

const idsOf = (rows: readonly { id: string }[]) => rows.map((row) => row.id)
