import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, metadata, notPersonal, softDelete, timestamps } from '#entities/base.ts'
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
  },
  filters: alive,
})

export class User extends UserSchema.class {
  isAdministrator(): boolean {
    return this.role === ADMINISTRATOR
  }
}
UserSchema.setClass(User)
