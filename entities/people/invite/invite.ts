import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, metadata, notPersonal, timestamps } from '#entities/base.ts'
import { now } from '#entities/values/clock.ts'

/** An e-mail address has at most one invitation. Accepting the invitation deletes the row. */
const InviteSchema = defineEntity({
  name: 'Invite',
  tableName: 'invite',
  properties: {
    id: id('invite'),
    ...timestamps(),
    ...metadata(),
    user_email: notPersonal(p.text()),
    /** The name of a role. */
    role: notPersonal(p.text()),
    expires_at: p.datetime(3),
  },
})

const LIFETIME_DAYS = 7

export class Invite extends InviteSchema.class {
  isExpired(): boolean {
    return this.expires_at <= now()
  }

  renew(): void {
    this.expires_at = nextExpiry()
  }
}
InviteSchema.setClass(Invite)

export function nextExpiry(): Date {
  const expiry = now()
  expiry.setUTCDate(expiry.getUTCDate() + LIFETIME_DAYS)
  return expiry
}
