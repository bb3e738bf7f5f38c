import { defineEntity, p } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { id } from '#entities/base.ts'

/**
 * A browser may be logged in as a user and as a customer. The cookie contains only the id, so deleting the row ends the
 * session.
 */
const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: id('sess'),
    user_id: p.text().nullable().index(),
    customer_id: p.text().nullable().index(),
    created_at: p.datetime(3).onCreate(() => now()),
    expires_at: p.datetime(3),
  },
})

export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session)
