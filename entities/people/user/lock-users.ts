import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { NotAllowed, Unauthorized } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import { User } from './user.ts'

export interface UserChange {
  callerId: string
  userId: string
}

export interface LockedUsers {
  caller: User
  user: User | undefined
  assertNotLastAdministrator(): void
}

/** Locks both users and all administrators, so that concurrent requests cannot remove the last administrator. */
export async function lockUsers(em: EntityManager, { callerId, userId }: UserChange): Promise<LockedUsers> {
  const ids = (await lockUserRows(em, [callerId, userId])).map(({ id }) => id)
  const users = await em.find(User, { id: { $in: ids } })
  const caller = users.find(({ id }) => id === callerId)
  if (!caller) throw new Unauthorized()
  const user = users.find(({ id }) => id === userId)
  return {
    caller,
    user,
    assertNotLastAdministrator() {
      if (user?.managesUsers() && users.filter((other) => other.managesUsers()).length === 1)
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
    .where((eb) => eb.or([eb('role', '=', 'admin'), eb('id', '=', anyOf(ids))]))
    .orderBy('id')
    .forNoKeyUpdate(),
)
