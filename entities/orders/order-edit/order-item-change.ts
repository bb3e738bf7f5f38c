import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, oneOf, timestamps } from '#entities/base.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { OrderEdit } from './order-edit.ts'

const CHANGE_TYPES = ['item_add', 'item_update', 'item_remove'] as const

const OrderItemChangeSchema = defineEntity({
  name: 'OrderItemChange',
  tableName: 'order_item_change',
  properties: {
    id: id('oic'),
    ...timestamps(),
    type: oneOf(CHANGE_TYPES),
    order_edit_id: p.text(),
    original_line_item_id: p.text().nullable(),
    line_item_id: p.text().nullable(),
    order_edit: () => p.manyToOne(OrderEdit).joinColumn('order_edit_id').persist(false).nullable(),
    original_line_item: () => p.manyToOne(LineItem).joinColumn('original_line_item_id').persist(false).nullable(),
    line_item: () => p.manyToOne(LineItem).joinColumn('line_item_id').persist(false).nullable(),
  },
})

export class OrderItemChange extends OrderItemChangeSchema.class {
  /** Always null: responses contain this field, but a deleted change is removed from the table. */
  deleted_at(): null {
    return null
  }
}
OrderItemChangeSchema.setClass(OrderItemChange)
