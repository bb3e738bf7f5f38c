import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { Unauthorized } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { endUserSessions } from '../session/end-sessions.ts'
import { userByEmail } from './find-user.ts'
import { User } from './user.ts'

/** Sends a token to whoever reads the e-mail of the user; nothing where there is no such user. */
export async function sendUserPasswordToken(em: EntityManager, tokens: Tokens, asked: string): Promise<void> {
  const user = await userByEmail(em, asked)
  if (!user?.password_hash) return
  const { id, email, first_name, last_name, password_hash: bond } = user
  const token = await tokens.sign({ user_id: id, email }, { domain: 'user_password_reset', lifetime: '15m', bond })
  await announce(em, 'user.password_reset', { id, email, first_name, last_name, token })
}

export interface ResetRequest {
  /** If it is given, it must be the e-mail of the user. */
  email?: string | null | undefined
  token: string
}

/**
 * Checks a token before the new password is hashed, so that a made-up token costs no hash. `resetPassword` checks it again.
 * @throws Unauthorized if the token opens no account.
 */
export async function checkResetToken(em: EntityManager, tokens: Tokens, request: ResetRequest): Promise<void> {
  await userByResetToken(tokens, request, (id) => em.findOne(User, { id }, WITH_HASH))
}

/**
 * Gives a user a new password and ends all their sessions. A token is good for one password, because it is bound to the
 * password that it replaces.
 * @throws Unauthorized if the token opens no account.
 */
export async function resetUserPassword(
  em: EntityManager,
  tokens: Tokens,
  { password_hash, ...request }: ResetRequest & { password_hash: string },
): Promise<User> {
  const lock = (id: string) => em.findOne(User, { id }, { ...WITH_HASH, lockMode: LockMode.PESSIMISTIC_WRITE })
  const user = await userByResetToken(tokens, request, lock)
  user.password_hash = password_hash
  await endUserSessions(em, user.id)
  await announce(em, 'user.updated', { id: user.id })
  return user
}

const WITH_HASH = { populate: ['password_hash'] } as const

async function userByResetToken(
  tokens: Tokens,
  { email, token }: ResetRequest,
  find: (id: string) => Promise<User | null>,
): Promise<User> {
  let user: User | null = null
  const claims = await tokens.read(token, 'user_password_reset', async ({ user_id }) => {
    user = await find(String(user_id))
    return user?.password_hash
  })
  const found = claims && (user as User | null)
  if (!found || (email && email.toLowerCase() !== found.email))
    throw new Unauthorized('Invalid or expired password reset token')
  return found
}
