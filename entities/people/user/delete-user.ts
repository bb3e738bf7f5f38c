import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '#entities/platform/event/announce.ts'
import { now } from '#entities/values/clock.ts'
import { assertCanGiveRole } from '../role/find-role.ts'
import { type Granted, lockGrants } from '../role/lock-grants.ts'
import { removeSecondFactor } from '../second-factor/change-second-factor.ts'
import { endUserSessions } from '../session/end-sessions.ts'
import { lockUser } from './lock-users.ts'

/** @throws Forbidden if the role of the user can do something that the role of the caller cannot. */
export async function deleteUser(em: EntityManager, caller: Granted, id: string): Promise<void> {
  const [ownRole] = await lockGrants(em, caller)
  const { user, assertNotLastAdministrator } = await lockUser(em, id)
  if (!user) return
  await assertCanGiveRole(em, ownRole ? [ownRole] : [], user.role)
  assertNotLastAdministrator()
  user.deleted_at = now()
  await endUserSessions(em, user.id)
  await removeSecondFactor(em, user)
  await announce(em, 'user.deleted', { id: user.id })
}
