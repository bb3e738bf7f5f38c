import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, metadata, timestamps, word } from '#entities/base.ts'
import { USER_ROLES } from '../user/user.ts'

/** An invitation to run the shop. It is there until it is accepted or withdrawn; one for each e-mail, in lower case. */
const InviteSchema = defineEntity({
  name: 'Invite',
  tableName: 'invite',
  properties: {
    id: id('invite'),
    ...timestamps(),
    ...metadata(),
    user_email: p.text(),
    role: word(USER_ROLES),
    /** A token is good for the invitation as it is: another time here, and every token before is worth nothing. */
    expires_at: p.datetime(3),
  },
})

export class Invite extends InviteSchema.class {}
InviteSchema.setClass(Invite)
