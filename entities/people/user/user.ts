import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, flag, id, metadata, notPersonal, softDelete, timestamps } from '#entities/base.ts'
import { ADMINISTRATOR } from '../role/grant.ts'

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'user',
  properties: {
    id: id('usr'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    /** The name of a role. */
    role: notPersonal(p.text().onCreate(() => 'member')),
    email: notPersonal(p.text()),
    first_name: notPersonal(p.text().nullable()),
    last_name: notPersonal(p.text().nullable()),
    /** A plain token, or `sha256:` and a hash if the command-line tool created the token. */
    api_token: p.text().nullable().hidden(),
    password_hash: p.text().nullable().hidden().lazy(),
    /** Whether the user has an authenticator app or a passkey. */
    has_second_factor: flag(false),
    /** Access tokens of earlier versions are invalid. */
    token_version: p
      .integer()
      .onCreate(() => 0)
      .hidden(),
  },
  filters: alive,
})

export class User extends UserSchema.class {
  isAdministrator(): boolean {
    return this.role === ADMINISTRATOR
  }
}
UserSchema.setClass(User)
