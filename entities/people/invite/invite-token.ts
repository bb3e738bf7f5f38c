import type { Tokens } from '../credentials/tokens.ts'
import type { Invite } from './invite.ts'

export type Invitation = Pick<Invite, 'id' | 'user_email' | 'role' | 'expires_at'>

/**
 * Tokens are not stored. The page that accepts an invitation shows the e-mail address and the role before the login, so
 * the token contains both.
 */
export function signInviteToken(tokens: Tokens, invitation: Invitation): Promise<string> {
  const { id, user_email, role, expires_at } = invitation
  return tokens.sign({ invite_id: id, user_email, role }, { domain: 'invite', expires_at, bond: bondOf(invitation) })
}

/**
 * Returns the value that invitation tokens are bound to. Renewing an invitation changes the expiry, which
 * invalidates earlier tokens.
 */
export const bondOf = ({ id, expires_at }: Pick<Invite, 'id' | 'expires_at'>) => `${id} ${expires_at.getTime()}`
