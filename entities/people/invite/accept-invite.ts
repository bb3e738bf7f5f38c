import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, lockRow, type Row } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { createUser, type NewUser } from '../user/create-user.ts'
import { Invite } from './invite.ts'
import { inviteBond } from './invite-token.ts'

export interface Acceptance {
  token: string
  user: Pick<NewUser, 'first_name' | 'last_name' | 'password_hash'>
}

type FindInvite = (id: string) => Promise<Row<Invite> | null>

/** Returns null if the token opens no account. */
export async function maybeInvitedEmail(em: EntityManager, tokens: Tokens, token: string): Promise<string | null> {
  const invite = await readInvite(tokens, token, (id) => findRow(em, Invite, { id }))
  return invite?.user_email ?? null
}

/** Call this function before hashing the password, so that a forged token costs no hash. */
export async function checkInviteToken(em: EntityManager, tokens: Tokens, token: string): Promise<void> {
  await inviteByToken(tokens, token, (id) => findRow(em, Invite, { id }))
}

export async function acceptInvite(
  em: EntityManager,
  tokens: Tokens,
  { token, user }: Acceptance,
): Promise<{ id: string; email: string }> {
  const lock = (inviteId: string) => lockRow(em, Invite, { id: inviteId })
  const { id, user_email: email, role } = await inviteByToken(tokens, token, lock)
  await em.nativeDelete(Invite, { id })
  return createUser(em, { ...user, email, role })
}

async function inviteByToken(tokens: Tokens, token: string, find: FindInvite): Promise<Row<Invite>> {
  const invite = await readInvite(tokens, token, find)
  if (invite === null) throw new InvalidData('Invalid invite').because({ name: 'token_invalid' })
  if (!invite) throw new InvalidData('Token is not valid').because({ name: 'token_invalid' })
  return invite
}

/** Returns null if the invitation is deleted, and undefined if the token is forged, expired or replaced. */
async function readInvite(tokens: Tokens, token: string, find: FindInvite): Promise<Row<Invite> | null | undefined> {
  let foundInvite: Row<Invite> | null | undefined
  const claims = await tokens.read(token, 'invite', async ({ invite_id }) => {
    foundInvite = await find(String(invite_id))
    return foundInvite && inviteBond(foundInvite)
  })
  const invite = foundInvite as Row<Invite> | null | undefined
  return invite === null || (claims && !invite?.isExpired()) ? invite : undefined
}
