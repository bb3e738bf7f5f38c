import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Executor, statement } from '#database/statement.ts'
import { rowOfSpelling, storedSpellings } from '#entities/values/email.ts'
import { isSameSecret } from '#entities/values/same-secret.ts'
import { withVerifiedAccount } from '../credentials/verified-account.ts'
import { User } from './user.ts'
import { userFromJson } from './user-from-json.ts'

export interface UserAndRole {
  user: User
  /** Of the row of the role. */
  role_scopes: string[]
}

export async function userByEmail(em: EntityManager, email: string): Promise<User | null> {
  const found = await em.find(User, { email: { $in: storedSpellings(email) } }, { populate: ['password_hash'] })
  return rowOfSpelling(found, email)
}

export function withUserByPassword<Result>(
  em: EntityManager,
  { email, password }: { email: string; password: string },
  work: (tx: EntityManager, user: User) => Promise<Result>,
): Promise<Result | null> {
  return withVerifiedAccount(em, { table: 'user', find: (reader) => userByEmail(reader, email), password }, work)
}

export async function userByApiToken(em: Executor, token: string): Promise<UserAndRole | null> {
  if (token === '') return null
  const tokenHash = hashApiToken(token)
  const [row] = await selectByApiToken(em, token, tokenHash)
  const storedToken = row?.api_token ?? ''
  const isRight = isSameSecret(storedToken, token) || isSameSecret(storedToken, tokenHash)
  return row && isRight ? { user: userFromJson(row.user), role_scopes: row.role_scopes } : null
}

export const hashApiToken = (token: string) => `sha256:${createHash('sha256').update(token).digest('hex')}`

/** `u` is the user and `r` its role. */
export const USER_AND_ROLE_SQL = `to_jsonb(u) - 'password_hash' - 'api_token' as "user", r.scopes as role_scopes`

interface TokenRow {
  user: object
  role_scopes: string[]
  api_token: string | null
}

const selectByApiToken = statement<TokenRow>(`
  select ${USER_AND_ROLE_SQL}, u.api_token from "user" u join role r on r.name = u.role
  where u.api_token in ($1, $2) and u.deleted_at is null`)
