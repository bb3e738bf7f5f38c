import { randomBytes } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/postgresql'
import { flag, id, timestamps } from '#entities/base.ts'

const WebhookSchema = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  properties: {
    id: id('wh'),
    ...timestamps(),
    url: p.text(),
    /** Secret that signs deliveries as defined by Standard Webhooks. */
    secret: p.text().hidden().onCreate(newSecret),
    /** Event names, groups (`order.*`) or `*`. */
    events: p.array(),
    is_active: flag(true),
  },
})

export class Webhook extends WebhookSchema.class {
  /** Replaces the secret. Deliveries that are being sent still use the old secret. */
  renewSecret(): string {
    this.secret = newSecret()
    return this.secret
  }
}
WebhookSchema.setClass(Webhook)

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
