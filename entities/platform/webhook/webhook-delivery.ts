import { defineEntity, p } from '@mikro-orm/postgresql'
import { oneOf, timestamps } from '#entities/base.ts'

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const

const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  properties: {
    id: p.text().primary(),
    ...timestamps(),
    webhook_id: p.text(),
    event_id: p.bigint('number'),
    event_name: p.text(),
    status: oneOf(DELIVERY_STATUSES),
    attempts: p.integer(),
    response_code: p.integer().nullable(),
    error: p.text().nullable(),
    delivered_at: p.datetime(3).nullable(),
  },
})

export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery)
