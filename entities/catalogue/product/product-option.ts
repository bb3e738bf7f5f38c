import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, metadata, softDelete, timestamps, translated } from '#entities/base.ts'
import { Product } from './product.ts'
import { ProductOptionValue } from './product-option-value.ts'

const ProductOptionSchema = defineEntity({
  name: 'ProductOption',
  tableName: 'product_option',
  properties: {
    id: id('opt'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    title: translated(p.text()),
    product_id: p.text().index(),
    product: () => p.manyToOne(Product).joinColumn('product_id').persist(false).nullable(),
    values: () => p.oneToMany(ProductOptionValue).mappedBy('option').orderBy({ created_at: 'asc', id: 'asc' }),
  },
  filters: alive,
})

export class ProductOption extends ProductOptionSchema.class {}
ProductOptionSchema.setClass(ProductOption)
