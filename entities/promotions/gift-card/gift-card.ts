import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, amount, flag, id, metadata, softDelete, timestamps } from '#entities/base.ts'
import { Region } from '#entities/market/region/region.ts'
import { Order } from '#entities/orders/order/order.ts'

export const GiftCardSchema = defineEntity({
  name: 'GiftCard',
  tableName: 'gift_card',
  properties: {
    id: id('gift'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    code: p.text().unique(),
    value: amount(),
    /** What is left of `value`; never below 0. */
    balance: amount(),
    /** What the shop has added to the balance by hand, less what it took off. */
    balance_correction: amount().onCreate(() => 0),
    region_id: p.text(),
    order_id: p.text().nullable(),
    is_disabled: flag(false),
    ends_at: p.datetime(3).nullable(),
    /** Percent; null where gift cards are not taxed. */
    tax_rate: p.double().$type<number>().nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
    region: () => p.manyToOne(Region).joinColumn('region_id').persist(false).nullable(),
  },
  filters: alive,
})

export class GiftCard extends GiftCardSchema.class {}
GiftCardSchema.setClass(GiftCard)
