import type { EntityManager } from '@mikro-orm/postgresql'
import type { User } from '#entities/people/user/user.ts'
import type { ProcedureContext } from '../../context/context.ts'

type UserContext = ProcedureContext & { user: User }

/** After the end of all logins, gives this browser a new session. A stolen cookie has the ended one. */
export async function renewSession({ caller, user, user_authenticated_by }: UserContext, em: EntityManager) {
  if (user_authenticated_by === 'session') await caller.logIn(em, { user_id: user.id })
}
