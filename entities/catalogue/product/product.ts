import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, flag, id, metadata, oneOf, softDelete, timestamps } from '#entities/base.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { ShippingProfile } from '#entities/market/shipping/shipping-profile.ts'
import { ProductCategory } from '../category/product-category.ts'
import { ProductCollection } from '../collection/product-collection.ts'
import { assertUniqueOptionTitle, assertValidChoices, type ChosenVariant, type OptionChoice } from './choices.ts'
import { physical } from './physical.ts'
import { ProductImage } from './product-image.ts'
import { ProductOption } from './product-option.ts'
import { ProductTag } from './product-tag.ts'
import { ProductType } from './product-type.ts'
import { ProductVariant } from './product-variant.ts'

export const PRODUCT_STATUSES = ['draft', 'proposed', 'published', 'rejected'] as const
export type ProductStatus = (typeof PRODUCT_STATUSES)[number]

const ProductSchema = defineEntity({
  name: 'Product',
  tableName: 'product',
  properties: {
    id: id('prod'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    ...physical(),
    title: p.text(),
    subtitle: p.text().nullable(),
    description: p.text().nullable(),
    handle: p.text().nullable(),
    status: oneOf(PRODUCT_STATUSES).onCreate(() => 'draft'),
    is_giftcard: flag(false),
    discountable: flag(true),
    thumbnail: p.text().nullable(),
    external_id: p.text().nullable(),
    profile_id: p.text().index(),
    collection_id: p.text().nullable().index(),
    type_id: p.text().nullable().index(),
    profile: () => p.manyToOne(ShippingProfile).joinColumn('profile_id').persist(false).nullable(),
    collection: () => p.manyToOne(ProductCollection).joinColumn('collection_id').persist(false).nullable(),
    type: () => p.manyToOne(ProductType).joinColumn('type_id').persist(false).nullable(),
    variants: () =>
      p.oneToMany(ProductVariant).mappedBy('product').orderBy({ variant_rank: 'asc', created_at: 'asc', id: 'asc' }),
    options: () => p.oneToMany(ProductOption).mappedBy('product').orderBy({ created_at: 'asc', id: 'asc' }),
    images: () =>
      p
        .manyToMany(ProductImage)
        .pivotTable('product_images')
        .joinColumn('product_id')
        .inverseJoinColumn('image_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
    tags: () =>
      p
        .manyToMany(ProductTag)
        .pivotTable('product_tags')
        .joinColumn('product_id')
        .inverseJoinColumn('product_tag_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
    sales_channels: () =>
      p
        .manyToMany(SalesChannel)
        .pivotTable('product_sales_channel')
        .joinColumn('product_id')
        .inverseJoinColumn('sales_channel_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
    categories: () =>
      p
        .manyToMany(ProductCategory)
        .pivotTable('product_category_product')
        .joinColumn('product_id')
        .inverseJoinColumn('product_category_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
  },
  filters: alive,
})

/** Methods for options and variants require that both collections are loaded. */
export class Product extends ProductSchema.class {
  isPublished(): boolean {
    return this.status === 'published'
  }

  assertUniqueOptionTitle(title: string, except?: ProductOption): void {
    const others = this.options.getItems().filter((option) => option !== except)
    assertUniqueOptionTitle(title, others)
  }

  optionOrThrow(id: string): ProductOption {
    const option = this.options.getItems().find((option) => option.id === id)
    if (!option) throw new NotFound(`Option with id: ${id} does not exist`)
    return option
  }

  hasOption(id: string): boolean {
    return this.options.getItems().some((option) => option.id === id)
  }

  variantOrThrow(id: string): ProductVariant {
    const variant = this.variants.getItems().find((variant) => variant.id === id)
    if (!variant) throw new NotFound(`Variant with id: ${id} was not found`)
    return variant
  }

  /** `except` is the variant with the choices. `added` are new variants. */
  assertValidChoices(
    choices: readonly OptionChoice[],
    { except, added = [] }: { except?: ProductVariant; added?: readonly ChosenVariant[] } = {},
  ): void {
    const stored = this.variants.getItems().filter((variant) => variant !== except)
    const others = stored.map((variant) => ({ title: variant.title, choices: variant.choices() }))
    assertValidChoices(choices, { options: this.options.getItems(), others: [...others, ...added] })
  }

  assertOptionDeletable(option: ProductOption): void {
    const remainingChoices = this.variants.getItems().map((variant) => variant.choicesWithout(option.id))
    if (new Set(remainingChoices).size === remainingChoices.length) return
    throw new InvalidData(
      'To delete an option, first delete all variants, such that when an option is deleted, no duplicate variants will exist.',
    ).because({ name: 'option_in_use' })
  }

  nextRank(): number {
    return Math.max(-1, ...this.variants.getItems().map((variant) => variant.variant_rank ?? 0)) + 1
  }
}

ProductSchema.setClass(Product)
