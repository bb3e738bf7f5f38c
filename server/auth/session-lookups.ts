import type { MikroORM } from '@mikro-orm/postgresql'
import { type FoundSession, findSessions } from '#entities/people/session/find-sessions.ts'
import { SharedCalls } from '#routers/context/shared-calls.ts'

type SessionLookups = SharedCalls<string, FoundSession | null>

const lookupsByOrm = new WeakMap<MikroORM, SessionLookups>()

/**
 * Finds the session in a statement that begins after the call, so a session that ended before the call is not found.
 * Simultaneous calls share a statement.
 */
export const findSession = (orm: MikroORM, id: string): Promise<FoundSession | null> => lookupsOf(orm).call(id)

function lookupsOf(orm: MikroORM): SessionLookups {
  const known = lookupsByOrm.get(orm)
  if (known) return known
  const em = orm.em.fork()
  const lookups: SessionLookups = new SharedCalls((ids) => findSessions(em, ids))
  lookupsByOrm.set(orm, lookups)
  return lookups
}
