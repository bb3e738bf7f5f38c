import { z } from 'zod'
import { metadata, timestamps } from '../inputs/common.ts'
import { resource } from '../reading/resource.ts'

const data = z.record(z.string(), z.unknown())

export const PaymentSessionResource = resource('PaymentSession', {
  id: z.string(),
  ...timestamps,
  cart_id: z.string(),
  provider_id: z.string(),
  is_selected: z.boolean().nullable(),
  is_initiated: z.boolean(),
  status: z.enum(['pending', 'authorized', 'requires_more', 'error', 'canceled']),
  data,
  idempotency_key: z.string().nullable(),
  amount: z.int().nullable(),
  payment_authorized_at: z.date().nullable(),
})

export const paymentColumns = {
  id: z.string(),
  ...timestamps,
  ...metadata,
  swap_id: z.string().nullable(),
  cart_id: z.string().nullable(),
  order_id: z.string().nullable(),
  amount: z.int(),
  currency_code: z.string(),
  amount_refunded: z.int(),
  provider_id: z.string(),
  data,
  captured_at: z.date().nullable(),
  canceled_at: z.date().nullable(),
  idempotency_key: z.string().nullable(),
}

export const PaymentResource = resource('Payment', paymentColumns)

export const RefundResource = resource('Refund', {
  id: z.string(),
  ...timestamps,
  ...metadata,
  order_id: z.string().nullable(),
  payment_id: z.string().nullable(),
  amount: z.int(),
  note: z.string().nullable(),
  reason: z.string(),
  idempotency_key: z.string().nullable(),
})
export interface PaymentSessionView extends z.output<typeof PaymentSessionResource> {}
export interface PaymentView extends z.output<typeof PaymentResource> {}
export interface RefundView extends z.output<typeof RefundResource> {}
