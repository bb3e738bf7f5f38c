import type { EntityManager } from '@mikro-orm/postgresql'
import { Forbidden, NotFound } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { lockUsers, type UserChange } from './lock-users.ts'
import type { User } from './user.ts'

export type UserChanges = Changes<Pick<User, 'first_name' | 'last_name' | 'role' | 'metadata'>>

export async function updateUser(em: EntityManager, ids: UserChange, changes: UserChanges): Promise<void> {
  const { caller, user, assertNotLastAdministrator } = await lockUsers(em, ids)
  if (user !== caller) caller.assertManagesUsers()
  if (!user) throw new NotFound(`User with id: ${ids.userId} was not found`)
  if (changes.role !== undefined && changes.role !== user.role) {
    if (!caller.managesUsers())
      throw new Forbidden('Only an administrator can change the role of a user').because({
        name: 'administrators_only',
      })
    assertNotLastAdministrator()
  }
  applyChanges<User>(user, changes)
  await announce(em, 'user.updated', { id: user.id })
}
