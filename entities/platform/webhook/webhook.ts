import { randomBytes } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/postgresql'
import { flag, id, timestamps } from '#entities/base.ts'

/** Somebody's address that is told of events over HTTP. */
export const WebhookSchema = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  properties: {
    id: id('wh'),
    ...timestamps(),
    url: p.text(),
    /** Signs what is sent, in the form of Standard Webhooks. */
    secret: p.text().hidden().onCreate(newSecret),
    /** Names of events, `order.*` for all of a group, or `*`. */
    events: p.array(),
    is_active: flag(true),
  },
})

export class Webhook extends WebhookSchema.class {
  /** What was signed with the one before, or is under way, is refused by whoever knows the new one only. */
  renewSecret(): string {
    this.secret = newSecret()
    return this.secret
  }
}
WebhookSchema.setClass(Webhook)

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
