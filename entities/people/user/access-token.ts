import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tokens } from '../credentials/tokens.ts'
import { withUserByPassword } from './find-user.ts'
import { User } from './user.ts'

export function issueUserToken(
  em: EntityManager,
  tokens: Tokens,
  credentials: { email: string; password: string },
): Promise<string | null> {
  return withUserByPassword(em, credentials, async (_tx, { id, password_hash: bond }) =>
    bond ? tokens.sign({ user_id: id }, { domain: 'admin', lifetime: '24h', bond }) : null,
  )
}

export async function userByAccessToken(em: EntityManager, tokens: Tokens, token: string): Promise<User | null> {
  let user: User | null = null
  const claims = await tokens.read(token, 'admin', async ({ user_id }) => {
    user = await em.findOne(User, { id: String(user_id) }, { populate: ['password_hash'] })
    return user?.password_hash
  })
  return claims && user
}
