import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { isSameSecret } from '#entities/values/same-secret.ts'
import { withVerifiedAccount } from '../credentials/verified-account.ts'
import { User } from './user.ts'

/** The user with this e-mail, in whatever case. */
export function userByEmail(em: EntityManager, email: string): Promise<User | null> {
  return em.findOne(User, { email: email.toLowerCase() }, { populate: ['password_hash'] })
}

/** Does work as the user with this e-mail and password, as `withVerifiedAccount`. Returns null for a wrong pair. */
export function withUserByPassword<Result>(
  em: EntityManager,
  { email, password }: { email: string; password: string },
  work: (tx: EntityManager, user: User) => Promise<Result>,
): Promise<Result | null> {
  return withVerifiedAccount(em, { table: 'user', find: (reader) => userByEmail(reader, email), password }, work)
}

/** The user whose `api_token` this is; the column holds the token itself or its hash. */
export async function userByApiToken(em: EntityManager, token: string): Promise<User | null> {
  if (token === '') return null
  const hashed = hashedApiToken(token)
  const user = await em.findOne(User, { api_token: { $in: [token, hashed] } })
  const kept = user?.api_token ?? ''
  return isSameSecret(kept, token) || isSameSecret(kept, hashed) ? user : null
}

/** What is kept of a token that the command-line tool issues. Whoever reads it cannot log in with it. */
export const hashedApiToken = (token: string) => `sha256:${createHash('sha256').update(token).digest('hex')}`
