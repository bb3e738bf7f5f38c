import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { Unauthorized } from '../errors.ts'
import { announce } from '../event/announce.ts'
import { hashPassword } from '../password.ts'
import { endUserSessions } from '../session/end-sessions.ts'
import type { Tokens } from '../tokens.ts'
import { userByEmail } from './find-user.ts'
import { User } from './user.ts'

/** Sends a token to whoever reads the e-mail of the user; nothing where there is no such user. */
export async function sendPasswordToken(em: EntityManager, tokens: Tokens, asked: string): Promise<void> {
  const user = await userByEmail(em, asked)
  if (!user?.password_hash) return
  const { id, email, first_name, last_name, password_hash: bond } = user
  const token = await tokens.sign({ user_id: id, email }, { domain: 'user_password_reset', lifetime: '15m', bond })
  await announce(em, 'user.password_reset', { id, email, first_name, last_name, token })
}

/**
 * Gives a user a new password and ends all their sessions. A token is good for one: it is bound to the password it is
 * there to replace. Who names an e-mail beside it must name that of the user.
 * @throws Unauthorized where the token is nobody's, or not any more.
 */
export async function resetPassword(
  em: EntityManager,
  tokens: Tokens,
  { email, token, password }: { email?: string | null | undefined; token: string; password: string },
): Promise<User> {
  let user: User | null = null
  const claims = await tokens.read(token, 'user_password_reset', async ({ user_id }) => {
    user = await lockUser(em, String(user_id))
    return user?.password_hash
  })
  const found = claims && (user as User | null)
  if (!found || (email && email.toLowerCase() !== found.email))
    throw new Unauthorized('Invalid or expired password reset token')
  found.password_hash = await hashPassword(password)
  await endUserSessions(em, found.id)
  await announce(em, 'user.updated', { id: found.id })
  return found
}

function lockUser(em: EntityManager, id: string): Promise<User | null> {
  return em.findOne(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['password_hash'] })
}
