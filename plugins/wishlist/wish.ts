import { defineEntity, p } from '@mikro-orm/postgresql'
import { Customer, id, ProductVariant, personal, timestamps } from 'cartwright'

const WishSchema = defineEntity({
  name: 'Wish',
  tableName: 'wish',
  properties: {
    id: id('wish'),
    ...timestamps(),
    customer_id: personal(p.text(), { erasure: 'delete-row' }),
    variant_id: p.text(),
    customer: () => p.manyToOne(Customer).joinColumn('customer_id').persist(false).nullable(),
    variant: () => p.manyToOne(ProductVariant).joinColumn('variant_id').persist(false).nullable(),
  },
})

export class Wish extends WishSchema.class {}
WishSchema.setClass(Wish)
