import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, flag, id, metadata, oneOf, softDelete, timestamps, translated } from '#entities/base.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { ShippingProfile } from '#entities/market/shipping/shipping-profile.ts'
import { now } from '#entities/values/clock.ts'
import { ProductCategory } from '../category/product-category.ts'
import { ProductCollection } from '../collection/product-collection.ts'
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
    title: translated(p.text()),
    subtitle: translated(p.text().nullable()),
    description: translated(p.text().nullable()),
    handle: p.text().nullable(),
    status: oneOf(PRODUCT_STATUSES).onCreate(() => 'draft'),
    is_giftcard: flag(false),
    discountable: flag(true),
    thumbnail: p.text().nullable(),
    seo_title: translated(p.text().nullable(), { with: 'title' }),
    seo_description: translated(p.text().nullable(), { with: 'description' }),
    external_id: p.text().nullable(),
    archived_at: p.datetime(3).nullable(),
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

export class Product extends ProductSchema.class {
  isPublished(): boolean {
    return this.status === 'published'
  }

  /** The shop does not sell an archived product. */
  archive(): void {
    this.archived_at ??= now()
    if (this.isPublished()) this.status = 'draft'
  }

  unarchive(): void {
    this.archived_at = null
  }
}

ProductSchema.setClass(Product)
