import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { InvalidData } from '../errors.ts'
import type { Tokens } from '../tokens.ts'
import { createUser, type NewUser } from '../user/create-user.ts'
import type { User } from '../user/user.ts'
import { Invite } from './invite.ts'
import { bondOf } from './send-invite.ts'

export interface Acceptance {
  token: string
  user: Pick<NewUser, 'first_name' | 'last_name' | 'password'>
}

/**
 * Makes a user of whoever was invited, with the role of the invitation, which is over then: of two who accept it at once
 * one finds it gone.
 * @throws InvalidData where the token is none, or not the last one sent, or the invitation is over.
 */
export async function acceptInvite(em: EntityManager, tokens: Tokens, { token, user }: Acceptance): Promise<User> {
  let named: Invite | null | undefined
  const claims = await tokens.read(token, 'invite', async ({ invite_id }) => {
    named = await em.findOne(Invite, { id: String(invite_id) }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    return named && bondOf(named)
  })
  const invite = named as Invite | null | undefined
  if (invite === null) throw new InvalidData('Invalid invite')
  if (!claims || !invite) throw new InvalidData('Token is not valid')
  const { user_email: email, role } = invite
  await em.nativeDelete(Invite, { id: invite.id })
  return createUser(em, { ...user, email, role })
}
