import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, getRow, type Row } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { normalizeEmail } from '#entities/values/email.ts'
import { withVerifiedAccount } from '../credentials/verified-account.ts'
import { endUserLogins } from './end-user-logins.ts'
import { userByEmail } from './find-user.ts'
import { User } from './user.ts'

/** Runs `work` while the user is locked for a change. @throws InvalidData for a wrong password. */
export async function withOwnPassword<Result>(
  em: EntityManager,
  { id, password }: { id: string; password: string },
  work: (tx: EntityManager, user: Row<User>) => Promise<Result>,
): Promise<Result> {
  const find = (reader: EntityManager) => findRow(reader, User, { id })
  const outcome = await withVerifiedAccount(em, { table: 'user', find, password, lock: 'update' }, async (tx) => {
    const user = await getRow(tx, User, { id })
    const result = await work(tx, user)
    await announce(tx, 'user.updated', { id })
    await tx.flush()
    return { result }
  })
  if (!outcome)
    throw new InvalidData('Your current password is wrong.').about('password').because({ name: 'password_wrong' })
  return outcome.result
}

export async function changeOwnPassword(em: EntityManager, user: Row<User>, password_hash: string): Promise<void> {
  user.password_hash = password_hash
  await endUserLogins(em, user)
}

/** @throws InvalidData if another user has the address. */
export async function changeOwnEmail(em: EntityManager, user: Row<User>, email: string): Promise<void> {
  const holder = await userByEmail(em, email)
  if (holder && holder.id !== user.id)
    throw new InvalidData('A user with the same email already exists.').about('email').because({ name: 'user_exists' })
  user.email = normalizeEmail(email)
  await em.flush()
}
