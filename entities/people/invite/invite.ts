import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, metadata, timestamps, word } from '#entities/base.ts'
import { USER_ROLES } from '../user/user.ts'

/** One invitation for each e-mail address. The row is deleted on acceptance and withdrawal. */
const InviteSchema = defineEntity({
  name: 'Invite',
  tableName: 'invite',
  properties: {
    id: id('invite'),
    ...timestamps(),
    ...metadata(),
    user_email: p.text(),
    role: word(USER_ROLES),
    /** A new value ends all earlier tokens. */
    expires_at: p.datetime(3),
  },
})

export class Invite extends InviteSchema.class {}
InviteSchema.setClass(Invite)
