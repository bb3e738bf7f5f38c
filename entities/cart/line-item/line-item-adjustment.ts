import { defineEntity, p } from '@mikro-orm/postgresql'
import { double, id, notPersonal, personalMetadata } from '#entities/base.ts'
import { LineItem } from './line-item.ts'

/** A discount or a price adjustment of a line. Adjustments of open carts are computed, not stored. */
const LineItemAdjustmentSchema = defineEntity({
  name: 'LineItemAdjustment',
  tableName: 'line_item_adjustment',
  properties: {
    id: id('lia'),
    ...personalMetadata(),
    item_id: p.text().index(),
    description: notPersonal(p.text()),
    discount_id: p.text().nullable(),
    /** The name of the plugin that adjusted the price. Null for discounts. */
    plugin: notPersonal(p.text().nullable()),
    /**
     * In minor units without tax. A positive amount lowers the price. The shares of a fixed discount are not rounded,
     * so that they add up to its value.
     */
    amount: double(),
    item: () => p.manyToOne(LineItem).joinColumn('item_id').persist(false).nullable(),
  },
})

export class LineItemAdjustment extends LineItemAdjustmentSchema.class {}
LineItemAdjustmentSchema.setClass(LineItemAdjustment)
