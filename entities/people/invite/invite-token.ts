import type { Tokens } from '../credentials/tokens.ts'
import type { Invite } from './invite.ts'

export type Invitation = Pick<Invite, 'id' | 'user_email' | 'role' | 'expires_at'>

/** The page of the invitation shows e-mail address and role before the login, so the token contains both. */
export function signInviteToken(tokens: Tokens, invitation: Invitation): Promise<string> {
  const { id, user_email, role, expires_at } = invitation
  return tokens.sign(
    { invite_id: id, user_email, role },
    { domain: 'invite', expires_at, bond: inviteBond(invitation) },
  )
}

/** A renewed invitation has a new expiry, which invalidates earlier tokens. */
export const inviteBond = ({ id, expires_at }: Pick<Invite, 'id' | 'expires_at'>) => `${id} ${expires_at.getTime()}`
