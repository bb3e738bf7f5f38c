import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { Forbidden, NotAllowed, Unauthorized } from '#entities/errors.ts'
import { User } from './user.ts'

interface UserIds {
  by: string
  for: string
}

export interface LockedUsers {
  /** The caller. */
  actor: User
  /** Undefined if the user does not exist. */
  user: User | undefined
  /** @throws NotAllowed if `user` is the last administrator. */
  refuseIfLastAdministrator(): void
}

/**
 * Locks both users and all administrators in the order of their ids. So two requests at the same time cannot remove the
 * last two administrators.
 * @throws Unauthorized if the caller was deleted.
 */
export async function lockUsers(em: EntityManager, asked: UserIds): Promise<LockedUsers> {
  const ids = (await lock(em, [asked.by, asked.for])).map(({ id }) => id)
  const users = await em.find(User, { id: { $in: ids } })
  const actor = users.find(({ id }) => id === asked.by)
  if (!actor) throw new Unauthorized()
  const user = users.find(({ id }) => id === asked.for)
  return {
    actor,
    user,
    refuseIfLastAdministrator() {
      if (user?.managesUsers() && users.filter((one) => one.managesUsers()).length === 1)
        throw new NotAllowed('The last administrator cannot be deleted or get another role')
    },
  }
}

/** @throws Forbidden */
export function assertManagesUsers(user: User): void {
  if (!user.managesUsers()) throw new Forbidden('Only an administrator can manage users')
}

const lock = statement<{ id: string }>(`
  select id from "user" where deleted_at is null and (role = 'admin' or id = any($1)) order by id for no key update`)
