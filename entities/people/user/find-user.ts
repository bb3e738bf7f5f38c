import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, type Row } from '#database/rows.ts'
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
  /** Whether the store requires a second factor that the user has not set up. */
  lacks_second_factor: boolean
}

export async function userByEmail(em: EntityManager, email: string): Promise<Row<User> | null> {
  const found = await findRows(em, User, { email: storedSpellings(email) })
  return rowOfSpelling(found, email)
}

export function withUserByPassword<Result>(
  em: EntityManager,
  { email, password }: { email: string; password: string },
  work: (tx: EntityManager, user: Row<User>) => Promise<Result>,
): Promise<Result | null> {
  return withVerifiedAccount(em, { table: 'user', find: (reader) => userByEmail(reader, email), password }, work)
}

export async function userByApiToken(em: Executor, token: string): Promise<UserAndRole | null> {
  if (token === '') return null
  const tokenHash = hashApiToken(token)
  const [row] = await selectByApiToken(em, token, tokenHash)
  const storedToken = row?.api_token ?? ''
  const isRight = isSameSecret(storedToken, token) || isSameSecret(storedToken, tokenHash)
  return row && isRight ? userAndRole(row) : null
}

export const hashApiToken = (token: string) => `sha256:${createHash('sha256').update(token).digest('hex')}`

export async function userById(
  em: Executor,
  id: string,
): Promise<(UserAndRole & { password_hash: string | null }) | null> {
  const [row] = await selectById(em, id)
  return row ? { ...userAndRole(row), password_hash: row.password_hash } : null
}

interface UserRow {
  user: object
  role_scopes: string[]
  lacks_second_factor: boolean
  api_token: string | null
  password_hash: string | null
}

const userAndRole = ({ user, role_scopes, lacks_second_factor }: UserRow): UserAndRole => ({
  user: userFromJson(user),
  role_scopes,
  lacks_second_factor,
})

/** `u` is the user, which may be missing. */
export const LACKS_SECOND_FACTOR_SQL = `
  (u.id is not null and not u.has_second_factor and exists (select from store where requires_second_factor))`

const USERS_SQL = `
  select to_jsonb(u) - 'password_hash' - 'api_token' as "user", r.scopes as role_scopes,
    ${LACKS_SECOND_FACTOR_SQL} as lacks_second_factor, u.api_token, u.password_hash
  from "user" u join role r on r.name = u.role
  where u.deleted_at is null`

const selectByApiToken = statement<UserRow>(`${USERS_SQL} and u.api_token in ($1, $2)`)
const selectById = statement<UserRow>(`${USERS_SQL} and u.id = $1`)
