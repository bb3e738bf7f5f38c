import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import { addMissingItems } from '#entities/inventory/item/missing-items.ts'
import { type Announcement, announceAll } from '#entities/platform/event/announce.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { handleFor } from '#entities/values/handle.ts'
import { changeVariants, type VariantChanges } from './change-variants.ts'
import type { ChosenVariant } from './choices.ts'
import type { NewProduct } from './create-product.ts'
import { deleteVariants } from './delete-product.ts'
import { lockProduct } from './find-product.ts'
import { findReferences } from './find-references.ts'
import { createVariant } from './new-variant.ts'
import { Product } from './product.ts'
import { replaceImages } from './product-images.ts'
import { replaceProductLinks } from './product-links.ts'
import { releaseCodes } from './release-codes.ts'
import { buildVariantAnnouncements, variantsOf } from './variant-events.ts'
import { findRegionCurrencies } from './variant-prices.ts'

export interface ProductChanges extends Changes<Omit<NewProduct, 'is_giftcard' | 'options' | 'variants'>> {
  variants?: readonly VariantUpdate[] | null | undefined
}

interface VariantUpdate extends VariantChanges {
  id?: string | null | undefined
}

/** A given list replaces the stored list. The order of the variants becomes their rank. */
export async function updateProduct(
  em: EntityManager,
  { id, images, type, tags, sales_channels, categories, variants, handle, ...values }: ProductChanges & { id: string },
): Promise<void> {
  const product = await lockProduct(em, id)
  const { type_id, tag_ids, channel_ids } = await findReferences(em, { type, tags, sales_channels })
  applyChanges<Row<Product>>(product, values)
  if (product.is_giftcard) product.discountable = false
  if (handle) product.handle = handleFor(product.title, handle)
  if (type !== undefined) product.type_id = type_id
  if (tags) await replaceProductLinks(em, 'tags', id, tag_ids)
  if (sales_channels) await replaceProductLinks(em, 'sales_channels', id, channel_ids)
  if (categories) await replaceProductLinks(em, 'categories', id, idsOf(categories))
  if (images) await replaceImages(em, id, images)
  if (images?.[0]) product.thumbnail ||= images[0]
  const changed = variants ? await replaceVariants(em, id, variants) : []
  await announceAll(em, [{ name: 'product.updated', payload: { id } }, ...changed])
}

const idsOf = (rows: readonly { id: string }[]) => rows.map((row) => row.id)

/** Deletes variants that are not in `updates` first, because a new variant may have the sku of a deleted one. */
async function replaceVariants(
  em: EntityManager,
  product_id: string,
  updates: readonly VariantUpdate[],
): Promise<Announcement[]> {
  const ranked = updates.map((variant, variant_rank) => ({ ...variant, variant_rank }))
  const existing = ranked.flatMap(({ id, ...variant }) => (id ? { ...variant, id } : []))
  const deleted = await deleteVariants(em, {
    product_id,
    id: { $nin: idsOf(existing) },
  })
  const product = await em.findOneOrFail(Product, { id: product_id }, { populate: ['options', 'variants.options'] })
  await releaseCodes(em, product, ranked)
  await changeVariants(em, product, existing)
  const newVariants = ranked.filter((variant) => !variant.id)
  const regions = await findRegionCurrencies(
    em,
    newVariants.flatMap((variant) => variant.prices ?? []),
  )
  const added: ChosenVariant[] = []
  const created = newVariants.map(({ id, title, prices, options, ...values }) => {
    if (!title) throw new InvalidData('title should not be empty').because({ name: 'title_required' })
    const choices = options ?? []
    product.assertValidChoices(choices, { added })
    added.push({ title, choices })
    return createVariant(em, product_id, { ...values, title, prices: prices ?? [], options: choices }, regions)
  })
  await addMissingItems(em, idsOf(created))
  return [
    ...buildVariantAnnouncements('deleted', variantsOf(product_id, deleted)),
    ...buildVariantAnnouncements('updated', variantsOf(product_id, idsOf(existing))),
    ...buildVariantAnnouncements('created', created),
  ]
}
