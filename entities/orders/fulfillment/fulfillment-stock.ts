import { defineEntity, p } from '@mikro-orm/postgresql'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { Fulfillment } from './fulfillment.ts'

/** The units that a fulfillment took from a location. A fulfillment without inventory has none. */
const FulfillmentStockSchema = defineEntity({
  name: 'FulfillmentStock',
  tableName: 'fulfillment_stock',
  properties: {
    fulfillment_id: p.text().primary(),
    item_id: p.text().primary(),
    inventory_item_id: p.text().primary(),
    location_id: p.text().primary(),
    quantity: p.integer(),
    fulfillment: () => p.manyToOne(Fulfillment).joinColumn('fulfillment_id').persist(false).nullable(),
    item: () => p.manyToOne(LineItem).joinColumn('item_id').persist(false).nullable(),
  },
})

export class FulfillmentStock extends FulfillmentStockSchema.class {}
FulfillmentStockSchema.setClass(FulfillmentStock)
