import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, metadata, softDelete, timestamps, translated } from '#entities/base.ts'

const ProductTypeSchema = defineEntity({
  name: 'ProductType',
  tableName: 'product_type',
  properties: {
    id: id('ptyp'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    value: translated(p.text()),
  },
  filters: alive,
})

export class ProductType extends ProductTypeSchema.class {}
ProductTypeSchema.setClass(ProductType)
