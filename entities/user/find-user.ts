import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { holdByPassword } from '../hold-by-password.ts'
import { isSameSecret } from '../same-secret.ts'
import { User } from './user.ts'

/** The user with this e-mail, in whatever case. */
export function userByEmail(em: EntityManager, email: string): Promise<User | null> {
  return em.findOne(User, { email: email.toLowerCase() }, { populate: ['password_hash'] })
}

/** The user with this e-mail and password; null for a wrong pair, without telling which was wrong. */
export async function userByPassword(em: EntityManager, email: string, password: string): Promise<User | null> {
  const user = await userByEmail(em, email)
  return (await holdByPassword(em, 'user', user, password)) ? user : null
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
