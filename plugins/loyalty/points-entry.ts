import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, oneOf, personal, timestamps } from 'cartwright'

const PointsEntrySchema = defineEntity({
  name: 'PointsEntry',
  tableName: 'points_entry',
  properties: {
    id: id('points'),
    ...timestamps(),
    customer_id: p.text(),
    order_id: p.text().nullable(),
    kind: oneOf(['earned', 'refunded', 'reversed', 'adjusted']),
    points: p.integer(),
    reason: personal(p.text().nullable()),
  },
})

/** An entry never changes. The balance of a customer is the sum of the points. */
export class PointsEntry extends PointsEntrySchema.class {}
PointsEntrySchema.setClass(PointsEntry)
