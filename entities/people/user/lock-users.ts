import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { NotAllowed } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import { ADMINISTRATOR } from '../role/grant.ts'
import { User } from './user.ts'

export interface LockedUser {
  user: User | undefined
  assertNotLastAdministrator(): void
}

/** Locks the user and all administrators, so that concurrent requests cannot remove the last administrator. */
export async function lockUser(em: EntityManager, id: string): Promise<LockedUser> {
  const ids = (await lockUserRows(em, [id])).map((row) => row.id)
  const users = await em.find(User, { id: { $in: ids } })
  const user = users.find((one) => one.id === id)
  return {
    user,
    assertNotLastAdministrator() {
      if (user?.isAdministrator() && users.filter((other) => other.isAdministrator()).length === 1)
        throw new NotAllowed(
          'The last administrator cannot be deleted or get another role. Make another user an administrator first.',
        ).because({ name: 'last_administrator' })
    },
  }
}

const lockUserRows = query((db, ids: readonly string[]) =>
  db
    .selectFrom('user')
    .select('id')
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('role', '=', ADMINISTRATOR), eb('id', '=', anyOf(ids))]))
    .orderBy('id')
    .forNoKeyUpdate(),
)
