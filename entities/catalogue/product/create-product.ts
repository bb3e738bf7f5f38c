import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import type { NewColumns } from '#entities/base.ts'
import { addMissingItems } from '#entities/inventory/item/missing-items.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { linkRows } from '#entities/platform/links/links.ts'
import { handleFor } from '#entities/values/handle.ts'
import {
  assertNumberOfChoices,
  assertUniqueOptionTitle,
  assertValidChoices,
  type ChosenOption,
  type ChosenVariant,
} from './choices.ts'
import { findReferencesOfNew } from './find-references.ts'
import { createVariant, type VariantAttributes } from './new-variant.ts'
import type { PhysicalColumn } from './physical.ts'
import { Product, type ProductStatus } from './product.ts'
import { ProductImage } from './product-image.ts'
import { type ImageAlt, imagesOf } from './product-images.ts'
import { ProductOption } from './product-option.ts'
import { buildVariantAnnouncements } from './variant-events.ts'
import { findRegionCurrencies, type PriceInput } from './variant-prices.ts'

type OptionalColumn =
  | PhysicalColumn
  | 'subtitle'
  | 'description'
  | 'thumbnail'
  | 'handle'
  | 'seo_title'
  | 'seo_description'
  | 'collection_id'
  | 'metadata'

export interface NewProduct extends NewColumns<Product, 'title', OptionalColumn> {
  is_giftcard?: boolean | undefined
  discountable?: boolean | undefined
  images?: readonly string[] | null | undefined
  image_alts?: readonly ImageAlt[] | null | undefined
  status?: ProductStatus | undefined
  type?: { value: string } | null | undefined
  tags?: readonly { value: string }[] | null | undefined
  sales_channels?: readonly { id: string }[] | null | undefined
  categories?: readonly { id: string }[] | null | undefined
  options?: readonly { title: string }[] | null | undefined
  variants?: readonly NewProductVariant[] | null | undefined
}

interface NewProductVariant extends VariantAttributes {
  prices: readonly PriceInput[]
  options?: readonly { value: string }[] | null | undefined
}

export async function createProduct(
  em: EntityManager,
  { images, image_alts, type, tags, sales_channels, categories, options, variants, ...values }: NewProduct,
): Promise<{ id: string }> {
  for (const variant of variants ?? []) assertNumberOfChoices(options?.length ?? 0, variant.options?.length ?? 0)
  const { is_giftcard } = values
  const { tag_ids, channel_ids, ...ids } = await findReferencesOfNew(em, { type, tags, sales_channels, is_giftcard })
  const product = insertRow(em, Product, {
    ...values,
    ...ids,
    handle: handleFor(values.title, values.handle),
    thumbnail: values.thumbnail ?? images?.[0],
    discountable: is_giftcard ? false : values.discountable,
  })
  const { id } = product
  const imageIds = imagesOf(images ?? [], image_alts ?? []).map((image) => insertRow(em, ProductImage, image).id)
  const created = await addVariants(em, { id, options: addOptions(em, id, options ?? []) }, variants ?? [])
  await em.flush()
  await linkRows(em, 'product_images', id, imageIds)
  await linkRows(em, 'product_tags', id, tag_ids)
  await linkRows(em, 'product_channels', id, channel_ids)
  await linkRows(em, 'product_categories', id, categories?.map((category) => category.id) ?? [])
  await addMissingItems(
    em,
    created.map((variant) => variant.id),
  )
  await announceAll(em, [
    { name: 'product.created', payload: { id } },
    ...buildVariantAnnouncements('created', created),
  ])
  return product
}

function addOptions(em: EntityManager, product_id: string, options: readonly { title: string }[]): ChosenOption[] {
  const added: ChosenOption[] = []
  for (const { title } of options) {
    assertUniqueOptionTitle(title, added)
    added.push(insertRow(em, ProductOption, { title, product_id }))
  }
  return added
}

async function addVariants(
  em: EntityManager,
  { id, options }: { id: string; options: readonly ChosenOption[] },
  variants: readonly NewProductVariant[],
): Promise<{ id: string; product_id: string }[]> {
  const regions = await findRegionCurrencies(
    em,
    variants.flatMap((variant) => variant.prices),
  )
  const others: ChosenVariant[] = []
  return variants.map(({ options: chosen, ...values }, variant_rank) => {
    const choices = options.map((option, i) => ({ option_id: option.id, value: chosen?.[i]?.value ?? '' }))
    assertValidChoices(choices, { options, others })
    others.push({ title: values.title, choices })
    return createVariant(em, id, { ...values, options: choices, variant_rank }, regions)
  })
}
