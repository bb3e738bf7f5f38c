import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, emptyMetadata, flag, personal } from '#entities/base.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { Return } from './return.ts'
import { ReturnReason } from './return-reason.ts'

const ReturnItemSchema = defineEntity({
  name: 'ReturnItem',
  tableName: 'return_item',
  properties: {
    return_id: p.text().primary(),
    item_id: p.text().primary(),
    /** The requested quantity. After the receipt, the received quantity. */
    quantity: p.integer(),
    is_requested: flag(true),
    requested_quantity: p.integer().nullable(),
    received_quantity: p.integer().nullable(),
    reason_id: p.text().nullable().index(),
    note: personal(p.text().nullable()),
    /** Minor units; 0 if a claim refunds the items. */
    refund_amount: amount().onCreate(() => 0),
    /** The part of the paid price, in minor units. Null if a claim covers the items, or an earlier version stored them. */
    value: amount().nullable(),
    ...emptyMetadata(),
    return_order: () => p.manyToOne(Return).joinColumn('return_id').persist(false).nullable(),
    item: () => p.manyToOne(LineItem).joinColumn('item_id').persist(false).nullable(),
    reason: () => p.manyToOne(ReturnReason).joinColumn('reason_id').persist(false).nullable(),
  },
})

export class ReturnItem extends ReturnItemSchema.class {}
ReturnItemSchema.setClass(ReturnItem)
