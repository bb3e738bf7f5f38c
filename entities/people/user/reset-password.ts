import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, lockRow, type Row } from '#database/rows.ts'
import { NotAllowed, NotFound, Unauthorized } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { normalizeEmail } from '#entities/values/email.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { endUserSessions } from '../session/end-sessions.ts'
import { userByEmail } from './find-user.ts'
import { User } from './user.ts'

export async function sendUserPasswordToken(em: EntityManager, tokens: Tokens, address: string): Promise<void> {
  const user = await userByEmail(em, address)
  if (!user?.password_hash) return
  const { id, email, first_name, last_name } = user
  await announce(em, 'user.password_reset', { id, email, first_name, last_name, token: await signToken(tokens, user) })
}

/** Returns a token for a new password, valid for 15 minutes. @throws NotFound, or NotAllowed for a user without a password. */
export async function createUserPasswordToken(em: EntityManager, tokens: Tokens, address: string): Promise<string> {
  const user = await userByEmail(em, address)
  if (!user) throw new NotFound(`User with email: ${address} was not found`)
  if (!user.password_hash)
    throw new NotAllowed(`The user ${address} has no password`).because({ name: 'user_without_password' })
  return signToken(tokens, user)
}

const signToken = (tokens: Tokens, { id, email, password_hash }: Row<User>): Promise<string> =>
  tokens.sign({ user_id: id, email }, { domain: 'user_password_reset', lifetime: '15m', bond: password_hash ?? '' })

export interface ResetRequest {
  /** If present, it must match the e-mail address of the user. */
  email?: string | null | undefined
  token: string
}

type FindUser = (id: string) => Promise<Row<User> | null>

/** Returns the address of the account whose password the token can change, or null. */
export async function maybeResetEmail(em: EntityManager, tokens: Tokens, token: string): Promise<string | null> {
  const user = await maybeOwner(tokens, token, (id) => findRow(em, User, { id }))
  return user?.email ?? null
}

/** Call this function before hashing the new password, so that a forged token costs no hash. */
export async function checkResetToken(em: EntityManager, tokens: Tokens, request: ResetRequest): Promise<void> {
  await userByResetToken(tokens, request, (id) => findRow(em, User, { id }))
}

export async function resetUserPassword(
  em: EntityManager,
  tokens: Tokens,
  { password_hash, ...request }: ResetRequest & { password_hash: string },
): Promise<Row<User>> {
  const user = await userByResetToken(tokens, request, (id) => lockRow(em, User, { id }))
  user.password_hash = password_hash
  await endUserSessions(em, user.id)
  await announce(em, 'user.updated', { id: user.id })
  return user
}

async function userByResetToken(tokens: Tokens, { email, token }: ResetRequest, find: FindUser): Promise<Row<User>> {
  const owner = await maybeOwner(tokens, token, find)
  if (!owner || (email && normalizeEmail(email) !== normalizeEmail(owner.email)))
    throw new Unauthorized('Invalid or expired password reset token').because({ name: 'token_invalid' })
  return owner
}

async function maybeOwner(tokens: Tokens, token: string, find: FindUser): Promise<Row<User> | null> {
  let user: Row<User> | null = null
  const claims = await tokens.read(token, 'user_password_reset', async ({ user_id }) => {
    user = await find(String(user_id))
    return user?.password_hash
  })
  return claims && user
}
