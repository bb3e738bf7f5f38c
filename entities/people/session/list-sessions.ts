import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, type Row } from '#database/rows.ts'
import { now } from '#entities/values/clock.ts'
import { Session } from './session.ts'

/** The sessions of a user that have not expired, the last used one first. */
export async function listUserSessions(em: EntityManager, user_id: string): Promise<Row<Session>[]> {
  const sessions = await findRows(em, Session, { user_id })
  const usedAt = ({ last_used_at, created_at }: Row<Session>) => (last_used_at ?? created_at).getTime()
  return sessions.filter(({ expires_at }) => expires_at > now()).sort((a, b) => usedAt(b) - usedAt(a))
}
