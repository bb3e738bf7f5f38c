import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount } from '#entities/base.ts'

/** A time in which buyers can see a price for one unit. Triggers write the rows. */
const PricePeriodSchema = defineEntity({
  name: 'PricePeriod',
  tableName: 'price_period',
  properties: {
    money_amount_id: p.text().primary(),
    visible_from: p.datetime(3).primary(),
    /** The end of the price list, or the time of the next change. Null if no end is known. */
    visible_to: p.datetime(3).nullable(),
    variant_id: p.text().index(),
    currency_code: p.text(),
    region_id: p.text().nullable(),
    amount: amount(),
    price_list_id: p.text().nullable(),
    /** Whether the price list includes taxes. */
    includes_tax: p.boolean(),
    /** Only customers of these groups see the price. Empty if all customers see it. */
    customer_group_ids: p.array(),
  },
})

export class PricePeriod extends PricePeriodSchema.class {}
PricePeriodSchema.setClass(PricePeriod)
