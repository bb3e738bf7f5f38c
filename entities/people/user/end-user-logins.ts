import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { endUserSessions } from '../session/end-sessions.ts'
import type { User } from './user.ts'

/** Ends all sessions and access tokens of a locked user at once, on all servers. API tokens and API keys stay. */
export async function endUserLogins(em: EntityManager, user: Row<User>): Promise<void> {
  user.token_version++
  await em.flush()
  await endUserSessions(em, user.id)
}
