import type { Tokens } from '../credentials/tokens.ts'
import type { Invite } from './invite.ts'

export type Invitation = Pick<Invite, 'id' | 'user_email' | 'role' | 'expires_at'>

/**
 * The token that accepts an invitation until it expires. It is not stored: the same invitation gives the same token. It
 * names the e-mail and the role, because the page that accepts an invitation shows them before anyone is logged in.
 */
export function signInviteToken(tokens: Tokens, invitation: Invitation): Promise<string> {
  const { id, user_email, role, expires_at } = invitation
  return tokens.sign({ invite_id: id, user_email, role }, { domain: 'invite', expires_at, bond: bondOf(invitation) })
}

/** Binds a token to the invitation as it is. A renewed invitation has another expiry, which ends all earlier tokens. */
export const bondOf = ({ id, expires_at }: Pick<Invite, 'id' | 'expires_at'>) => `${id} ${expires_at.getTime()}`
