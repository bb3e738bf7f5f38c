import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { lockRow } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { query } from '#entities/query.ts'
import { normalizeEmail, storedSpellings } from '#entities/values/email.ts'
import { newId } from '#entities/values/id.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { assertCanGiveRole, findScopesOfRole } from '../role/find-role.ts'
import { type Granted, lockGrants } from '../role/lock-grants.ts'
import { User } from '../user/user.ts'
import { Invite, nextExpiry } from './invite.ts'
import { type Invitation, signInviteToken } from './invite-token.ts'

/** Creates an invitation, or renews an existing invitation with the new role. */
export async function sendInvite(
  em: EntityManager,
  tokens: Tokens,
  { email, role }: { email: string; role: string },
): Promise<{ id: string; token: string }> {
  await findScopesOfRole(em, role)
  const user_email = normalizeEmail(email)
  if ((await em.count(User, { email: { $in: storedSpellings(email) } })) > 0)
    throw new InvalidData("Can't invite a user with an existing account").because({ name: 'user_exists' })
  const expires_at = nextExpiry()
  const [invite] = await upsertInvite(em, newId('invite'), user_email, role, expires_at)
  const { id } = invite!
  return { id, token: await sendToken(em, tokens, { id, user_email, role, expires_at }) }
}

/** @throws Forbidden if the role of the invitation can do something that the caller cannot. */
export async function resendInvite(
  em: EntityManager,
  tokens: Tokens,
  { id, caller }: { id: string; caller: Granted },
): Promise<void> {
  const grants = await lockGrants(em, caller)
  const invite = await lockRow(em, Invite, { id })
  if (!invite) throw new InvalidData("Invite doesn't exist").because({ name: 'invite_missing' })
  await assertCanGiveRole(em, grants, invite.role)
  invite.renew()
  await em.flush()
  await sendToken(em, tokens, invite)
}

async function sendToken(em: EntityManager, tokens: Tokens, invitation: Invitation): Promise<string> {
  const token = await signInviteToken(tokens, invitation)
  await announce(em, 'invite.created', { id: invitation.id, user_email: invitation.user_email, token })
  return token
}

const upsertInvite = query((db, id: string, user_email: string, role: string, expires_at: Date) =>
  db
    .insertInto('invite')
    .values({ id, user_email, role, expires_at, created_at: sql`now()`, updated_at: sql`now()` })
    .onConflict((conflict) =>
      conflict.column('user_email').doUpdateSet(({ ref }) => ({
        role: ref('excluded.role'),
        expires_at: ref('excluded.expires_at'),
        updated_at: ref('excluded.updated_at'),
      })),
    )
    .returning('id'),
)
