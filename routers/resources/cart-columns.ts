import { z } from 'zod'
import { Cart } from '#entities/cart/cart/cart.ts'
import { columnsOf } from '../reading/columns.ts'

export const storedCartColumns = {
  object: z.literal('cart'),
  ...columnsOf(Cart, { omit: ['payment_attempt_id', 'idempotency_key'] }),
}

export const cartColumns = { object: z.literal('cart'), ...columnsOf(Cart, { omit: ['payment_attempt_id'] }) }
