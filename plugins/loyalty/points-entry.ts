import { defineEntity, p } from '@mikro-orm/postgresql'
import { Customer, id, Order, oneOf, timestamps } from 'cartwright'

const PointsEntrySchema = defineEntity({
  name: 'PointsEntry',
  tableName: 'points_entry',
  properties: {
    id: id('points'),
    ...timestamps(),
    customer_id: p.text(),
    order_id: p.text().nullable(),
    kind: oneOf(['earned', 'reversed', 'adjusted']),
    points: p.integer(),
    reason: p.text().nullable(),
    customer: () => p.manyToOne(Customer).joinColumn('customer_id').persist(false).nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
  },
})

/** An entry never changes. The balance of a customer is the sum of the points. */
export class PointsEntry extends PointsEntrySchema.class {}
PointsEntrySchema.setClass(PointsEntry)
