import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { rowOfSpelling, storedSpellings } from '#entities/values/email.ts'
import { isSameSecret } from '#entities/values/same-secret.ts'
import { withVerifiedAccount } from '../credentials/verified-account.ts'
import { User } from './user.ts'

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

export async function userByApiToken(em: EntityManager, token: string): Promise<User | null> {
  if (token === '') return null
  const tokenHash = hashApiToken(token)
  const user = await em.findOne(User, { api_token: { $in: [token, tokenHash] } })
  const storedToken = user?.api_token ?? ''
  return isSameSecret(storedToken, token) || isSameSecret(storedToken, tokenHash) ? user : null
}

export const hashApiToken = (token: string) => `sha256:${createHash('sha256').update(token).digest('hex')}`
