import { z } from 'zod'
import { FULFILLMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES } from '#entities/orders/order/statuses.ts'
import { metadata, timestamps } from '../inputs/common.ts'

/** What a customer may know of an order without having placed it: who knows its id may see this. */
export const publicOrderColumns = {
  object: z.literal('order'),
  id: z.string(),
  status: z.enum(ORDER_STATUSES),
  fulfillment_status: z.enum(FULFILLMENT_STATUSES),
  payment_status: z.enum(PAYMENT_STATUSES),
  display_id: z.int(),
  cart_id: z.string().nullable(),
  customer_id: z.string(),
  email: z.string(),
  region_id: z.string(),
  currency_code: z.string(),
  tax_rate: z.number().nullable(),
  created_at: z.date(),
}

/** What is stored of an order, as the shop reads it. */
export const orderColumns = {
  ...publicOrderColumns,
  ...timestamps,
  ...metadata,
  billing_address_id: z.string().nullable(),
  shipping_address_id: z.string().nullable(),
  sales_channel_id: z.string().nullable(),
  draft_order_id: z.string().nullable(),
  canceled_at: z.date().nullable(),
  no_notification: z.boolean().nullable(),
  idempotency_key: z.string().nullable(),
  external_id: z.string().nullable(),
}
