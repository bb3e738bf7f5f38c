import { Webhook } from '#entities/platform/webhook/webhook.ts'
import { WebhookDelivery } from '#entities/platform/webhook/webhook-delivery.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource } from '../reading/define-resource.ts'

/** Webhook without its secret. Only a response that creates the webhook or rotates its secret contains the secret. */
export const WebhookResource = defineResource({ name: 'Webhook', entity: Webhook, columns: columnsOf(Webhook) })

export const WebhookDeliveryResource = defineResource({
  name: 'WebhookDelivery',
  entity: WebhookDelivery,
  columns: columnsOf(WebhookDelivery),
})
