import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, emptyMetadata, flag } from '#entities/base.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { Return } from './return.ts'
import { ReturnReason } from './return-reason.ts'

/** How many pieces of a line come back. */
export const ReturnItemSchema = defineEntity({
  name: 'ReturnItem',
  tableName: 'return_item',
  properties: {
    return_id: p.text().primary(),
    item_id: p.text().primary(),
    /** As requested; once the return is received, as received. */
    quantity: p.integer(),
    /** False of pieces that came back unasked. */
    is_requested: flag(true),
    requested_quantity: p.integer().nullable(),
    received_quantity: p.integer().nullable(),
    reason_id: p.text().nullable().index(),
    note: p.text().nullable(),
    /** The part of the refund of the return that is for these pieces, in minor units; none where a claim refunds them. */
    refund_amount: amount().onCreate(() => 0),
    ...emptyMetadata(),
    return_order: () => p.manyToOne(Return).joinColumn('return_id').persist(false).nullable(),
    item: () => p.manyToOne(LineItem).joinColumn('item_id').persist(false).nullable(),
    reason: () => p.manyToOne(ReturnReason).joinColumn('reason_id').persist(false).nullable(),
  },
})

export class ReturnItem extends ReturnItemSchema.class {}
ReturnItemSchema.setClass(ReturnItem)
