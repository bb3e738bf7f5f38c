import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, metadata, softDelete, timestamps, translated } from '#entities/base.ts'
import { ProductOption } from './product-option.ts'
import { ProductVariant } from './product-variant.ts'

const ProductOptionValueSchema = defineEntity({
  name: 'ProductOptionValue',
  tableName: 'product_option_value',
  properties: {
    id: id('optval'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    value: translated(p.text()),
    option_id: p.text().index(),
    variant_id: p.text().index(),
    option: () => p.manyToOne(ProductOption).joinColumn('option_id').persist(false).nullable(),
    variant: () => p.manyToOne(ProductVariant).joinColumn('variant_id').persist(false).nullable(),
  },
  filters: alive,
})

export class ProductOptionValue extends ProductOptionValueSchema.class {}
ProductOptionValueSchema.setClass(ProductOptionValue)
