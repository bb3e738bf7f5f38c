import { z } from 'zod'
import { DELIVERY_STATUSES } from '#entities/platform/webhook/webhook-delivery.ts'
import { timestamps } from '../inputs/common.ts'
import { resource } from '../reading/resource.ts'

/** A webhook without its secret, which is shown only where it is made. */
export const WebhookResource = resource('Webhook', {
  id: z.string(),
  ...timestamps,
  url: z.string(),
  events: z.array(z.string()),
  is_active: z.boolean(),
})

/** What became of telling a webhook of an event. */
export const WebhookDeliveryResource = resource('WebhookDelivery', {
  id: z.string(),
  ...timestamps,
  webhook_id: z.string(),
  event_id: z.int(),
  event_name: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  response_code: z.int().nullable(),
  error: z.string().nullable(),
  delivered_at: z.date().nullable(),
})
