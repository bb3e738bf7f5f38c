import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, metadata, softDelete, timestamps } from '#entities/base.ts'

const ProductImageSchema = defineEntity({
  name: 'ProductImage',
  tableName: 'image',
  properties: {
    id: id('img'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    url: p.text(),
    /** Replaces the picture for screen readers and search engines. */
    alt: p.text().nullable(),
  },
  filters: alive,
})

export class ProductImage extends ProductImageSchema.class {}
ProductImageSchema.setClass(ProductImage)
