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
    /** Signing secret in the format of Standard Webhooks. */
    secret: p.text().hidden().onCreate(newSecret),
    /** Event filters: names, groups such as `order.*`, or `*`. */
    events: p.array(),
    is_active: flag(true),
    /** The API key that saved the webhook last. Null for a user. */
    api_key_id: p.text().hidden().nullable(),
    /** The user that saved the webhook last. Null for an administrator and for an API key. */
    user_id: p.text().hidden().nullable(),
  },
})

export class Webhook extends WebhookSchema.class {
  renewSecret(): string {
    this.secret = newSecret()
    return this.secret
  }
}
WebhookSchema.setClass(Webhook)

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
