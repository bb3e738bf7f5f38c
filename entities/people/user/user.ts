import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, metadata, notPersonal, oneOf, softDelete, timestamps } from '#entities/base.ts'
import { Forbidden } from '#entities/errors.ts'

export const USER_ROLES = ['admin', 'member', 'developer'] as const
export type UserRole = (typeof USER_ROLES)[number]

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'user',
  properties: {
    id: id('usr'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    role: oneOf(USER_ROLES).onCreate(() => 'member'),
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
  managesUsers(): boolean {
    return this.role === 'admin'
  }

  assertManagesUsers(): void {
    if (!this.managesUsers())
      throw new Forbidden('Only users with the role admin can do this').because({ name: 'administrators_only' })
  }
}
UserSchema.setClass(User)
