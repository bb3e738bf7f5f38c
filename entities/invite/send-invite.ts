import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { now } from '../clock.ts'
import { InvalidData } from '../errors.ts'
import { announce } from '../event/announce.ts'
import { newId } from '../id.ts'
import { statement } from '../statement.ts'
import type { Tokens } from '../tokens.ts'
import { User, type UserRole } from '../user/user.ts'
import { Invite } from './invite.ts'

const LIFETIME_DAYS = 7

/**
 * Invites somebody to run the shop, for seven days. Whoever was invited before is invited anew, to the role that is now
 * named; the token before is worth nothing any more.
 * @throws InvalidData where the e-mail, in whatever case, is a user's.
 */
export async function sendInvite(
  em: EntityManager,
  tokens: Tokens,
  { email, role }: { email: string; role: UserRole },
): Promise<void> {
  const user_email = email.toLowerCase()
  if ((await em.count(User, { email: user_email })) > 0)
    throw new InvalidData("Can't invite a user with an existing account")
  const expires_at = endOfAnInvite()
  const [stored] = await store(em, newId('invite'), user_email, role, expires_at)
  await sendToken(em, tokens, { id: stored!.id, user_email, role, expires_at })
}

/**
 * Sends a new token, good for seven days from now; the one before is worth nothing any more.
 * @throws InvalidData
 */
export async function resendInvite(em: EntityManager, tokens: Tokens, id: string): Promise<void> {
  const invite = await em.findOne(Invite, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!invite) throw new InvalidData("Invite doesn't exist")
  invite.expires_at = endOfAnInvite()
  await em.flush()
  await sendToken(em, tokens, invite)
}

function endOfAnInvite(): Date {
  const end = now()
  end.setUTCDate(end.getUTCDate() + LIFETIME_DAYS)
  return end
}

type Invitation = Pick<Invite, 'id' | 'user_email' | 'role' | 'expires_at'>

/**
 * The token is for whoever reads the e-mail, and is kept nowhere. It says who is invited, since the page that accepts an
 * invitation has nothing else to log them in by.
 */
async function sendToken(
  em: EntityManager,
  tokens: Tokens,
  { id, user_email, role, expires_at }: Invitation,
): Promise<void> {
  const terms = { domain: 'invite', lifetime: `${LIFETIME_DAYS}d`, bond: bondOf({ id, expires_at }) } as const
  const token = await tokens.sign({ invite_id: id, user_email, role }, terms)
  await announce(em, 'invite.created', { id, user_email, token })
}

/** Binds a token to an invitation as it is. */
export const bondOf = ({ id, expires_at }: Pick<Invite, 'id' | 'expires_at'>) => `${id} ${expires_at.getTime()}`

const store = statement<{ id: string }>(`
  insert into invite (id, created_at, updated_at, user_email, role, expires_at) values ($1, now(), now(), $2, $3, $4)
  on conflict (user_email) do update
  set role = excluded.role, expires_at = excluded.expires_at, updated_at = excluded.updated_at
  returning id`)
