import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, timestamps, word } from '#entities/base.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { Order } from '../order/order.ts'
import { PaymentCollection } from '../payment-collection/payment-collection.ts'
import { OrderItemChange } from './order-item-change.ts'
import { EDIT_STATUSES } from './states.ts'

/**
 * What an order is to become. Its lines are clones of those of the order and what was added; they take their place when it
 * is confirmed.
 */
export const OrderEditSchema = defineEntity({
  name: 'OrderEdit',
  tableName: 'order_edit',
  properties: {
    id: id('oe'),
    ...timestamps(),
    order_id: p.text().index(),
    status: word(EDIT_STATUSES).onCreate(() => 'created'),
    internal_note: p.text().nullable(),
    /** Of a user or a customer, as the others. */
    created_by: p.text().nullable(),
    requested_by: p.text().nullable(),
    requested_at: p.datetime(3).nullable(),
    confirmed_by: p.text().nullable(),
    confirmed_at: p.datetime(3).nullable(),
    declined_by: p.text().nullable(),
    declined_reason: p.text().nullable(),
    declined_at: p.datetime(3).nullable(),
    canceled_by: p.text().nullable(),
    canceled_at: p.datetime(3).nullable(),
    payment_collection_id: p.text().nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
    items: () => p.oneToMany(LineItem).mappedBy('order_edit').orderBy({ created_at: 'asc', id: 'asc' }),
    payment_collection: () =>
      p.manyToOne(PaymentCollection).joinColumn('payment_collection_id').persist(false).nullable(),
    changes: () => p.oneToMany(OrderItemChange).mappedBy('order_edit').orderBy({ created_at: 'asc', id: 'asc' }),
  },
})

export class OrderEdit extends OrderEditSchema.class {}
OrderEditSchema.setClass(OrderEdit)
