import { z } from 'zod'
import { Cart } from '#entities/cart/cart/cart.ts'
import { columnsOf } from '../inputs/columns.ts'

const INTERNAL_COLUMNS = ['payment_attempt_id', 'agreed_gift_card_total', 'agreed_tender_total', 'tenders'] as const

export const storedCartColumns = {
  object: z.literal('cart'),
  ...columnsOf(Cart, { omit: [...INTERNAL_COLUMNS, 'idempotency_key'] }),
}

export const cartColumns = { object: z.literal('cart'), ...columnsOf(Cart, { omit: INTERNAL_COLUMNS }) }
