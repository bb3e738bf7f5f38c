import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '#entities/platform/event/announce.ts'
import { now } from '#entities/values/clock.ts'
import { endUserSessions } from '../session/end-sessions.ts'
import { lockUsers, type UserChange } from './lock-users.ts'

export async function deleteUser(em: EntityManager, change: UserChange): Promise<void> {
  const { caller, user, assertNotLastAdministrator } = await lockUsers(em, change)
  caller.assertManagesUsers()
  if (!user) return
  assertNotLastAdministrator()
  user.deleted_at = now()
  await endUserSessions(em, user.id)
  await announce(em, 'user.deleted', { id: user.id })
}
