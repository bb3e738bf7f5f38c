import { Webhook } from '#entities/platform/webhook/webhook.ts'
import { WebhookDelivery } from '#entities/platform/webhook/webhook-delivery.ts'
import { columnsOf } from '../reading/columns.ts'
import { defineResource } from '../reading/define-resource.ts'

/** A webhook without its secret. Only the response that creates the webhook has the secret. */
export const WebhookResource = defineResource({ name: 'Webhook', entity: Webhook, columns: columnsOf(Webhook) })

/** The delivery of an event to a webhook. */
export const WebhookDeliveryResource = defineResource({
  name: 'WebhookDelivery',
  entity: WebhookDelivery,
  columns: columnsOf(WebhookDelivery),
})
