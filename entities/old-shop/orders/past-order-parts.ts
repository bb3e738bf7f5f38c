import { z } from 'zod'
import { ADDRESS_PARTS } from '#entities/people/customer/address-input.ts'

const text = z.string().nullable()
const amount = z.int().nullable()

/** Amounts are in minor units. `subtotal` is before discounts, and `total` after them. */
export const PastOrderItem = z.object({
  title: z.string(),
  sku: text,
  quantity: z.number(),
  subtotal: amount,
  total: amount,
})
export type PastOrderItem = z.output<typeof PastOrderItem>

export const PastAddress = z.partialRecord(z.enum(ADDRESS_PARTS), z.string())
export type PastAddress = z.output<typeof PastAddress>

export const PastOrderDetails = z.object({
  note: text,
  discount_codes: text,
  shipping_method: text,
  payment_method: text,
  tags: text,
  fee_total: amount,
  /** The part that the buyer still owed. Orders of early imports lack it. */
  outstanding_total: amount.optional(),
  paid_at: z.iso.datetime().nullable().optional(),
  taxes: z.array(z.object({ name: z.string(), amount: z.int() })),
})
export type PastOrderDetails = z.output<typeof PastOrderDetails>
