import { z } from 'zod'
import { Order } from '#entities/orders/order/order.ts'
import { columnsOf, pickColumns } from '../inputs/columns.ts'

/** Columns of an order that any caller who knows the order ID may see. */
export const publicOrderColumns = {
  object: z.literal('order'),
  ...pickColumns(Order, [
    'id',
    'status',
    'fulfillment_status',
    'payment_status',
    'display_id',
    'cart_id',
    'customer_id',
    'email',
    'region_id',
    'currency_code',
    'tax_rate',
    'created_at',
  ]),
}

/** The statistics read these columns. */
const STATISTICS = ['is_returning', 'sold_subtotal', 'sold_discount', 'sold_shipping', 'sold_tax', 'taxes'] as const

export const orderColumns = {
  ...publicOrderColumns,
  ...columnsOf(Order, { omit: ['difference_due', 'tags', 'payment_link_expires_at', ...STATISTICS] }),
}

/** What the customer still owes, or, if negative, what the shop owes. Only administrators see it. */
export const differenceColumns = pickColumns(Order, ['difference_due'])
