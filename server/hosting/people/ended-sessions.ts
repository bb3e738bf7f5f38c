import type { MikroORM } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { endUserSessionsById } from '#entities/people/session/end-sessions.ts'
import type { Directory } from '../directory.ts'

/** Ends the sessions of persons in a shop that a new password or a second factor of the person has ended in the directory. */
export async function endSessionsOfPersons(
  { people }: Directory,
  { id, orm }: { id: string; orm: MikroORM },
): Promise<void> {
  const ids = (await selectEnded(people.em, id)).map(({ session_id }) => session_id)
  if (ids.length === 0) return
  await inTransaction(orm.em.fork(), (em) => endUserSessionsById(em, ids))
  await deleteEnded(people.em, id, ids)
}

const selectEnded = statement<{ session_id: string }>('select session_id from ended_session where shop_id = $1')

const deleteEnded = statement('delete from ended_session where shop_id = $1 and session_id = any($2::text[])')
