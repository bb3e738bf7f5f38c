import { z } from 'zod'
import { CART_TYPES } from '#entities/cart/cart/cart.ts'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'

/** The columns of the cart of an order or a draft. */
export const storedCartColumns = {
  object: z.literal('cart'),
  id: z.string(),
  ...timestamps,
  ...softDelete,
  ...metadata,
  email: z.string().nullable(),
  billing_address_id: z.string().nullable(),
  shipping_address_id: z.string().nullable(),
  region_id: z.string(),
  customer_id: z.string().nullable(),
  sales_channel_id: z.string().nullable(),
  payment_id: z.string().nullable(),
  type: z.enum(CART_TYPES),
  completed_at: z.date().nullable(),
  payment_authorized_at: z.date().nullable(),
  context: z.record(z.string(), z.unknown()).nullable(),
}
