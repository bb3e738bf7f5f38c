import { z } from 'zod'
import { Order } from '#entities/orders/order/order.ts'
import { columnsOf, pickColumns } from '../reading/columns.ts'

/** The columns of an order for a caller that knows its id. */
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

/** All columns of an order, for the administration. */
export const orderColumns = { ...publicOrderColumns, ...columnsOf(Order) }
