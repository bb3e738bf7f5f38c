import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, personal } from '#entities/base.ts'
import { now } from '#entities/values/clock.ts'

/** One session may belong to a user and to a customer. The cookie contains only the session id. */
const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: id('sess'),
    user_id: p.text().nullable().index(),
    customer_id: personal(p.text().nullable().index()),
    created_at: p.datetime(3).onCreate(() => now()),
    expires_at: p.datetime(3),
  },
})

export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session)
