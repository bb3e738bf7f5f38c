import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, metadata, softDelete, timestamps, translated } from '#entities/base.ts'

const ProductTagSchema = defineEntity({
  name: 'ProductTag',
  tableName: 'product_tag',
  properties: {
    id: id('ptag'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    value: translated(p.text()),
  },
  filters: alive,
})

export class ProductTag extends ProductTagSchema.class {}
ProductTagSchema.setClass(ProductTag)
