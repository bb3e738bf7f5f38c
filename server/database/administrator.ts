import { randomBytes, randomInt } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import { lockRow } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { NotFound } from '#entities/errors.ts'
import { hashPassword } from '#entities/people/credentials/password.ts'
import { removeSecondFactor } from '#entities/people/second-factor/change-second-factor.ts'
import { createUser, type NewUser } from '#entities/people/user/create-user.ts'
import { endUserLogins } from '#entities/people/user/end-user-logins.ts'
import { hashApiToken, userByEmail } from '#entities/people/user/find-user.ts'
import { User } from '#entities/people/user/user.ts'

/** Set if the caller gave no password. The server does not store it. */
export type AddedUser = { email: string; generatedPassword?: string }

export async function addUser(
  orm: MikroORM,
  { password, ...user }: Omit<NewUser, 'password_hash'> & { password?: string | undefined },
): Promise<AddedUser> {
  const generatedPassword = password === undefined ? generatePassword() : undefined
  const newUser = { ...user, password_hash: await hashPassword(password ?? generatedPassword!) }
  const { email } = await inTransaction(orm.em, (em) => createUser(em, newUser))
  return { email, generatedPassword }
}

/** Replaces the API token of a user. The database stores only its hash. */
export async function issueApiToken(orm: MikroORM, email: string): Promise<string> {
  const em = orm.em.fork()
  const user = await userByEmail(em, email)
  if (!user) throw new NotFound(`User with email: ${email} was not found`)
  const token = `cartwright_${randomBytes(32).toString('base64url')}`
  user.api_token = hashApiToken(token)
  await em.flush()
  return token
}

/** For a user without its devices and recovery codes, if no administrator can do it. */
export const resetSecondFactor = (orm: MikroORM, email: string): Promise<void> =>
  inTransaction(orm.em, async (em) => {
    const found = await userByEmail(em, email)
    const user = found && (await lockRow(em, User, { id: found.id }))
    if (!user) throw new NotFound(`User with email: ${email} was not found`)
    await removeSecondFactor(em, user)
    await endUserLogins(em, user)
  })

export async function ensureAdministrator(
  orm: MikroORM,
  account: { email: string; password?: string },
): Promise<Partial<AddedUser>> {
  if ((await orm.em.fork().count(User)) > 0) return {}
  return addUser(orm, { ...account, role: 'admin' })
}

/** Has 99 bits of entropy and no characters that look alike. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)]).join('')
  return Array.from({ length: 5 }, group).join('-')
}

const PASSWORD_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
