import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, notPersonal, timestamps } from '#entities/base.ts'
import { NotAllowed } from '#entities/errors.ts'
import { ADMINISTRATOR } from './grant.ts'

/** The roles of Medusa v1. They keep their names, and `admin` also keeps its rights. */
const FIRST_ROLES: readonly string[] = [ADMINISTRATOR, 'member', 'developer']

/** A named list of scopes. A user has one role, by its name. */
const RoleSchema = defineEntity({
  name: 'Role',
  tableName: 'role',
  properties: {
    id: id('role'),
    ...timestamps(),
    name: notPersonal(p.text()),
    scopes: p.array(),
  },
})

export class Role extends RoleSchema.class {
  assertCanChange({ renames }: { renames: boolean }): void {
    if (this.name === ADMINISTRATOR)
      throw new NotAllowed('The role admin always allows everything and cannot be changed').because({
        name: 'role_fixed',
        role: this.name,
      })
    if (renames) this.assertOwn()
  }

  /** The first roles exist in each shop, because clients of Medusa v1 know their names. */
  assertOwn(): void {
    if (FIRST_ROLES.includes(this.name))
      throw new NotAllowed(`The role ${this.name} cannot be renamed or deleted`).because({
        name: 'role_fixed',
        role: this.name,
      })
  }
}
RoleSchema.setClass(Role)
