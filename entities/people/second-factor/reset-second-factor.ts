import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { assertCanGiveRole } from '../role/find-role.ts'
import { type Granted, lockGrants } from '../role/lock-grants.ts'
import { endUserLogins } from '../user/end-user-logins.ts'
import { lockUser } from '../user/lock-users.ts'
import { removeSecondFactor } from './change-second-factor.ts'

/**
 * For a user that has lost its devices and recovery codes. Ends its logins.
 * @throws Forbidden if the role of the user can do something that the role of the caller cannot. NotAllowed for the own account,
 * which needs the password.
 */
export async function resetSecondFactor(em: EntityManager, caller: Granted, id: string): Promise<void> {
  const ownGrants = await lockGrants(em, caller)
  if (caller.user?.id === id)
    throw new NotAllowed(
      'Change your own two-factor authentication in your account. It asks for your password.',
    ).because({ name: 'own_second_factor' })
  const { user } = await lockUser(em, id)
  if (!user) throw new NotFound(`User with id: ${id} was not found`)
  await assertCanGiveRole(em, ownGrants, user.role)
  await removeSecondFactor(em, user)
  await endUserLogins(em, user)
  await announce(em, 'user.updated', { id })
}
