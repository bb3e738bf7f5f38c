import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, notPersonal, timestamps } from '#entities/base.ts'

export interface CountedItem {
  /** The ID of the inventory item, or of the variant in a shop without inventory. */
  id: string
  title: string
  sku: string | null
  /** The units on the shelf by the shop, before the count. */
  expected: number
  counted: number
}

/** Goods that were counted together. */
const StockCountSchema = defineEntity({
  name: 'StockCount',
  tableName: 'stock_count',
  properties: {
    id: id('scount'),
    ...timestamps(),
    /** Null in a shop without inventory. */
    location_id: p.text().nullable(),
    reason: notPersonal(p.text()),
    created_by: p.text().nullable(),
    items: notPersonal(p.json<CountedItem[]>()),
  },
})

export class StockCount extends StockCountSchema.class {}
StockCountSchema.setClass(StockCount)
