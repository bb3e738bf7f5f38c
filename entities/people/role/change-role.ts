import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteRow, insertRow, lockRow, type Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { InvalidData, NotAllowed, NotFound } from '#entities/errors.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { assertCanGive } from './grant.ts'
import { type Granted, lockGrants } from './lock-grants.ts'
import { Role } from './role.ts'
import { type Callable, validateScopes } from './scopes.ts'

export type NewRole = Pick<Role, 'name' | 'scopes'>

/** Scopes that the role has may name procedures of a plugin that is not installed. */
export interface RoleChange extends Partial<NewRole> {
  id: string
  procedures: readonly Callable[]
}

/** @throws Forbidden if the caller does not have all of these scopes. */
export async function createRole(em: EntityManager, caller: Granted, values: NewRole): Promise<Row<Role>> {
  assertCanGive(await lockGrants(em, caller), values.scopes)
  await assertNameIsFree(em, values.name, '')
  return insertRow(em, Role, values)
}

/** @throws Forbidden if the caller does not have all scopes that the role had or gets. */
export async function updateRole(
  em: EntityManager,
  caller: Granted,
  { id, procedures, ...changes }: RoleChange,
): Promise<void> {
  const grants = await lockGrants(em, caller)
  const role = await lockRole(em, id)
  const renames = changes.name !== undefined && changes.name !== role.name
  role.assertCanChange({ renames })
  if (changes.scopes) changes.scopes = [...new Set(changes.scopes)]
  const added = (changes.scopes ?? []).filter((scope) => !role.scopes.includes(scope))
  validateScopes(added, procedures)
  assertCanGive(grants, [...role.scopes, ...added])
  if (renames) await assertNameIsFree(em, changes.name!, id)
  applyChanges<Row<Role>>(role, changes)
}

/** @throws NotAllowed if users or invitations have the role. */
export async function deleteRole(em: EntityManager, caller: Granted, id: string): Promise<void> {
  const grants = await lockGrants(em, caller)
  const role = await lockRow(em, Role, { id })
  if (!role) return
  role.assertOwn()
  assertCanGive(grants, role.scopes)
  const [{ users, invites } = { users: 0, invites: 0 }] = await countPeople(em, role.name)
  if (users + invites > 0)
    throw new NotAllowed(
      `The role ${role.name} is in use (users: ${users}, invitations: ${invites}). Give them another role first.`,
    ).because({ name: 'role_in_use', users, invites })
  await releaseDeletedUsers(em, role.name)
  deleteRow(em, role)
}

async function lockRole(em: EntityManager, id: string): Promise<Row<Role>> {
  const role = await lockRow(em, Role, { id })
  if (!role) throw new NotFound(`Role with id: ${id} was not found`)
  return role
}

async function assertNameIsFree(em: EntityManager, name: string, id: string): Promise<void> {
  if ((await findOthers(em, name, id)).length > 0)
    throw new InvalidData('A role with this name already exists').about('name').because({ name: 'role_exists' })
}

/** `Admin` and `admin` look the same to people. */
const findOthers = statement(`select from role where lower(name) = lower($1) and id <> $2`)

const countPeople = statement<{ users: number; invites: number }>(`
  select (select count(*)::int from "user" where role = $1 and deleted_at is null) as users,
    (select count(*)::int from invite where role = $1) as invites`)

const releaseDeletedUsers = statement(`
  update "user" set "role" = 'member' where role = $1 and deleted_at is not null`)
