import { z } from 'zod'
import { DRAFT_ORDER_STATUSES } from '#entities/orders/draft-order/draft-order.ts'
import { metadata, timestamps } from '../inputs/common.ts'

/** Column for column; what is shown with it stands with its procedures. */
export const draftOrderColumns = {
  id: z.string(),
  ...timestamps,
  ...metadata,
  status: z.enum(DRAFT_ORDER_STATUSES),
  display_id: z.int(),
  cart_id: z.string().nullable(),
  order_id: z.string().nullable(),
  canceled_at: z.date().nullable(),
  completed_at: z.date().nullable(),
  no_notification_order: z.boolean().nullable(),
  idempotency_key: z.string().nullable(),
}
