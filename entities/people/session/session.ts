import { defineEntity, p } from '@mikro-orm/postgresql'
import { id } from '#entities/base.ts'

/** Who a browser is logged in as: a user, a customer, or both. The cookie only names this row, so ending it is enough. */
export const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: id('sess'),
    user_id: p.text().nullable().index(),
    customer_id: p.text().nullable().index(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    expires_at: p.datetime(3),
  },
})

export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session)
