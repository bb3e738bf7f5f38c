import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import { addMissingItems } from '#entities/inventory/item/missing-items.ts'
import { type Announcement, announceAll } from '#entities/platform/event/announce.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { handleFor } from '#entities/values/handle.ts'
import { changeVariants, type VariantChanges } from './change-variants.ts'
import { tagsByValue, typeByValue } from './classification.ts'
import type { NewProduct } from './create-product.ts'
import { deleteVariants } from './delete-product.ts'
import { lockProductEntity } from './find-product.ts'
import { createVariant } from './new-variant.ts'
import type { Product } from './product.ts'
import { referenceCategories } from './product-categories.ts'
import { channelsById } from './product-channels.ts'
import { ProductImage } from './product-image.ts'
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
  const product = await lockProductEntity(em, id)
  applyChanges(product, values)
  if (product.is_giftcard) product.discountable = false
  if (handle) product.handle = handleFor(product.title, handle)
  if (type !== undefined) product.type_id = type ? (await typeByValue(em, type.value)).id : null
  if (tags) await replaceTags(em, product, tags)
  if (sales_channels) await replaceChannels(em, product, sales_channels)
  if (categories) {
    await product.categories.load()
    product.categories.set(referenceCategories(em, categories))
  }
  if (images) await replaceImages(em, product, images)
  if (images?.[0]) product.thumbnail ||= images[0]
  const changed = variants ? await replaceVariants(em, product, variants) : []
  await announceAll(em, [{ name: 'product.updated', payload: { id } }, ...changed])
}

async function replaceTags(em: EntityManager, product: Product, tags: readonly { value: string }[]): Promise<void> {
  const values = tags.map((tag) => tag.value)
  await product.tags.load()
  product.tags.set(await tagsByValue(em, values))
}

async function replaceChannels(
  em: EntityManager,
  product: Product,
  channels: readonly { id: string }[],
): Promise<void> {
  const ids = channels.map((channel) => channel.id)
  await product.sales_channels.load()
  product.sales_channels.set(await channelsById(em, ids))
}

async function replaceImages(em: EntityManager, product: Product, urls: readonly string[]): Promise<void> {
  const before = await product.images.loadItems()
  if (before.length === urls.length && before.every((image, i) => image.url === urls[i])) return
  product.images.set(urls.map((url) => em.create(ProductImage, { url })))
  for (const image of before) em.remove(image)
}

/** Deletes variants that are not in `updates` first, because a new variant may have the sku of a deleted one. */
async function replaceVariants(
  em: EntityManager,
  product: Product,
  updates: readonly VariantUpdate[],
): Promise<Announcement[]> {
  const ranked = updates.map((variant, variant_rank) => ({ ...variant, variant_rank }))
  const existing = ranked.flatMap(({ id, ...variant }) => (id ? { ...variant, id } : []))
  const deleted = await deleteVariants(em, {
    product_id: product.id,
    id: { $nin: existing.map((variant) => variant.id) },
  })
  await em.populate(product, ['options', 'variants.options'])
  await releaseCodes(em, product, ranked)
  await changeVariants(em, product, existing)
  const newVariants = ranked.filter((variant) => !variant.id)
  const regions = await findRegionCurrencies(
    em,
    newVariants.flatMap((variant) => variant.prices ?? []),
  )
  const created = newVariants.map(({ id, title, prices, options, ...values }) => {
    if (!title) throw new InvalidData('title should not be empty')
    product.assertValidChoices(options ?? [])
    return createVariant(em, product, { ...values, title, prices: prices ?? [], options: options ?? [] }, regions)
  })
  await addMissingItems(
    em,
    created.map((variant) => variant.id),
  )
  return [
    ...buildVariantAnnouncements('deleted', variantsOf(product.id, deleted)),
    ...buildVariantAnnouncements(
      'updated',
      variantsOf(
        product.id,
        existing.map(({ id }) => id),
      ),
    ),
    ...buildVariantAnnouncements('created', created),
  ]
}
