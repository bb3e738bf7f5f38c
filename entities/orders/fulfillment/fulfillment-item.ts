import { defineEntity, p } from '@mikro-orm/postgresql'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { Fulfillment } from './fulfillment.ts'

const FulfillmentItemSchema = defineEntity({
  name: 'FulfillmentItem',
  tableName: 'fulfillment_item',
  properties: {
    fulfillment_id: p.text().primary(),
    item_id: p.text().primary(),
    quantity: p.integer(),
    fulfillment: () => p.manyToOne(Fulfillment).joinColumn('fulfillment_id').persist(false).nullable(),
    item: () => p.manyToOne(LineItem).joinColumn('item_id').persist(false).nullable(),
  },
})

export class FulfillmentItem extends FulfillmentItemSchema.class {}
FulfillmentItemSchema.setClass(FulfillmentItem)
