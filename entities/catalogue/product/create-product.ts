import type { EntityManager } from '@mikro-orm/postgresql'
import type { NewColumns } from '#entities/base.ts'
import { addMissingItems } from '#entities/inventory/item/missing-items.ts'
import { defaultShippingProfile } from '#entities/market/shipping/find-shipping-profile.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { handleFor } from '#entities/values/handle.ts'
import { tagsByValue, typeByValue } from './classification.ts'
import { createVariant, type VariantAttributes } from './new-variant.ts'
import type { PhysicalColumn } from './physical.ts'
import { assertNumberOfChoices, Product, type ProductStatus } from './product.ts'
import { referenceCategories } from './product-categories.ts'
import { channelsById, defaultChannel } from './product-channels.ts'
import { ProductImage } from './product-image.ts'
import { ProductOption } from './product-option.ts'
import type { ProductVariant } from './product-variant.ts'
import { buildVariantAnnouncements } from './variant-events.ts'
import { findRegionCurrencies, type PriceInput } from './variant-prices.ts'

type OptionalColumn =
  | PhysicalColumn
  | 'subtitle'
  | 'description'
  | 'thumbnail'
  | 'handle'
  | 'collection_id'
  | 'metadata'

export interface NewProduct extends NewColumns<Product, 'title', OptionalColumn> {
  is_giftcard?: boolean | undefined
  discountable?: boolean | undefined
  images?: readonly string[] | null | undefined
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
  { images, type, tags, sales_channels, categories, options, variants, ...values }: NewProduct,
): Promise<Product> {
  for (const variant of variants ?? []) assertNumberOfChoices(options?.length ?? 0, variant.options?.length ?? 0)
  const product = em.create(Product, {
    ...values,
    handle: handleFor(values.title, values.handle),
    thumbnail: values.thumbnail ?? images?.[0],
    discountable: values.is_giftcard ? false : values.discountable,
    profile_id: await shippingProfileId(em, values),
    type_id: type ? (await typeByValue(em, type.value)).id : null,
    tags: await tagsByValue(em, tags?.map((tag) => tag.value) ?? []),
    images: images?.map((url) => em.create(ProductImage, { url })) ?? [],
    sales_channels: sales_channels?.length
      ? await channelsById(
          em,
          sales_channels.map((channel) => channel.id),
        )
      : [await defaultChannel(em)],
    categories: referenceCategories(em, categories ?? []),
  })
  const optionIds = (options ?? []).map(({ title }) => addOption(em, product, title))
  const created = await addVariants(em, product, optionIds, variants ?? [])
  await addMissingItems(
    em,
    created.map((variant) => variant.id),
  )
  await announceAll(em, [
    { name: 'product.created', payload: { id: product.id } },
    ...buildVariantAnnouncements('created', created),
  ])
  return product
}

async function shippingProfileId(em: EntityManager, { is_giftcard }: Pick<NewProduct, 'is_giftcard'>): Promise<string> {
  return (await defaultShippingProfile(em, is_giftcard ? 'gift_card' : 'default')).id
}

function addOption(em: EntityManager, product: Product, title: string): string {
  product.assertUniqueOptionTitle(title)
  return em.create(ProductOption, { title, product_id: product.id, product }).id
}

async function addVariants(
  em: EntityManager,
  product: Product,
  optionIds: readonly string[],
  variants: readonly NewProductVariant[],
): Promise<ProductVariant[]> {
  const regions = await findRegionCurrencies(
    em,
    variants.flatMap((variant) => variant.prices),
  )
  return variants.map(({ options, ...values }, variant_rank) => {
    const choices = optionIds.map((option_id, i) => ({ option_id, value: options?.[i]?.value ?? '' }))
    product.assertValidChoices(choices)
    return createVariant(em, product, { ...values, options: choices, variant_rank }, regions)
  })
}
