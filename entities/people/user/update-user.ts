import type { EntityManager } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { assertCanGiveRole } from '../role/find-role.ts'
import { assertAllowed } from '../role/grant.ts'
import { type Granted, lockGrants } from '../role/lock-grants.ts'
import { lockUser } from './lock-users.ts'
import type { User } from './user.ts'

export type UserChanges = Changes<Pick<User, 'first_name' | 'last_name' | 'role' | 'metadata'>>

/**
 * Users change their own name with any role. A caller gives and takes only roles whose rights it has.
 * @throws Forbidden if the new or the old role can do something that the caller cannot.
 */
export async function updateUser(
  em: EntityManager,
  caller: Granted,
  { id, ...changes }: UserChanges & { id: string },
): Promise<void> {
  const grants = typeof changes.role === 'string' ? await lockGrants(em, caller) : caller.grants
  const { user, assertNotLastAdministrator } = await lockUser(em, id)
  if (!user) throw new NotFound(`User with id: ${id} was not found`)
  if (typeof changes.role === 'string' && changes.role !== user.role) {
    assertAllowed(grants, { name: 'users.update', reads: false })
    await assertCanGiveRole(em, grants, user.role)
    await assertCanGiveRole(em, grants, changes.role)
    assertNotLastAdministrator()
  }
  applyChanges<User>(user, changes)
  await announce(em, 'user.updated', { id })
}
