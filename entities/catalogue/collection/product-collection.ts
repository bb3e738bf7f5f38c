import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, metadata, softDelete, timestamps, translated } from '#entities/base.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { now } from '#entities/values/clock.ts'
import { handleFor } from '#entities/values/handle.ts'
import { Product } from '../product/product.ts'

const ProductCollectionSchema = defineEntity({
  name: 'ProductCollection',
  tableName: 'product_collection',
  properties: {
    id: id('pcol'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    title: translated(p.text()),
    handle: p.text().nullable(),
    products: () => p.oneToMany(Product).mappedBy('collection').orderBy({ created_at: 'asc', id: 'asc' }),
  },
  filters: alive,
})

export class ProductCollection extends ProductCollectionSchema.class {
  /** A new title does not change the handle, so that URLs stay valid. */
  update({ handle, ...changes }: Changes<ProductCollection>): void {
    applyChanges<ProductCollection>(this, changes)
    if (handle) this.handle = handleFor(this.title, handle)
  }

  delete(): void {
    this.deleted_at = now()
  }
}
ProductCollectionSchema.setClass(ProductCollection)
