import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, notPersonal, personal } from '#entities/base.ts'
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
    /** The device of a user. Null for customers. */
    user_agent: notPersonal(p.text().nullable()),
    /** The network of a user, such as `203.0.113.x`. Null for customers. */
    address: notPersonal(p.text().nullable()),
    /** Updated at most once in five minutes, and only for users. */
    last_used_at: p.datetime(3).nullable(),
  },
})

export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session)
