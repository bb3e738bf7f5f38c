import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '#entities/platform/event/announce.ts'
import { endUserSessions } from '../session/end-sessions.ts'
import { assertManagesUsers, lockUsers } from './lock-users.ts'

/**
 * Deletes a user, who is nobody from then on: sessions end, and no token is theirs any more. One who is not there is no
 * fault.
 * @throws Forbidden, NotAllowed where nobody would be left who manages users.
 */
export async function deleteUser(em: EntityManager, asked: { by: string; for: string }): Promise<void> {
  const { actor, user, refuseIfLastAdministrator } = await lockUsers(em, asked)
  assertManagesUsers(actor)
  if (!user) return
  refuseIfLastAdministrator()
  user.deleted_at = new Date()
  await endUserSessions(em, user.id)
  await announce(em, 'user.deleted', { id: user.id })
}
