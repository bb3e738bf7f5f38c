import type { EntityManager } from '@mikro-orm/postgresql'
import { Forbidden, NotFound } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { assertManagesUsers, lockUsers } from './lock-users.ts'
import type { User } from './user.ts'

export type UserChanges = Changes<Pick<User, 'first_name' | 'last_name' | 'role' | 'metadata'>>

/**
 * Users can change themselves except for their role. Administrators can change every user.
 * @throws Forbidden, NotFound; NotAllowed for the last administrator.
 */
export async function updateUser(
  em: EntityManager,
  asked: { by: string; for: string },
  changes: UserChanges,
): Promise<void> {
  const { actor, user, refuseIfLastAdministrator } = await lockUsers(em, asked)
  if (user !== actor) assertManagesUsers(actor)
  if (!user) throw new NotFound(`User with id: ${asked.for} was not found`)
  if (changes.role !== undefined && changes.role !== user.role) {
    if (!actor.managesUsers()) throw new Forbidden('Only an administrator can change the role of a user')
    refuseIfLastAdministrator()
  }
  applyChanges<User>(user, changes)
  await announce(em, 'user.updated', { id: user.id })
}
