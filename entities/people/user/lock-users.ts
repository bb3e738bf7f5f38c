import type { EntityManager } from '@mikro-orm/postgresql'
import { type JsonRow, type Row, trackRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { NotAllowed } from '#entities/errors.ts'
import { ADMINISTRATOR } from '../role/grant.ts'
import { User } from './user.ts'

export interface LockedUser {
  user: Row<User> | undefined
  assertNotLastAdministrator(): void
}

/** Locks the user and all administrators, so that concurrent requests cannot remove the last administrator. */
export async function lockUser(em: EntityManager, id: string): Promise<LockedUser> {
  const rows = await lockUserRows(em, id)
  const users = rows.map(({ row }) => trackRow(em, User, row))
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

const lockUserRows = statement<JsonRow>(`
  select to_json(u) as row from "user" u where deleted_at is null and (role = '${ADMINISTRATOR}' or id = $1)
  order by id for no key update`)
