import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, metadata, softDelete, timestamps } from '#entities/base.ts'
import { Product } from '../product/product.ts'

const ProductCollectionSchema = defineEntity({
  name: 'ProductCollection',
  tableName: 'product_collection',
  properties: {
    id: id('pcol'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    title: p.text(),
    handle: p.text().nullable(),
    products: () => p.oneToMany(Product).mappedBy('collection').orderBy({ created_at: 'asc', id: 'asc' }),
  },
  filters: alive,
})

export class ProductCollection extends ProductCollectionSchema.class {}
ProductCollectionSchema.setClass(ProductCollection)
