import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tokens } from '../tokens.ts'
import { userByPassword } from './find-user.ts'
import { User } from './user.ts'

/** A token in place of a session; null for a wrong pair. It ends with the account, and with the password. */
export async function issueUserToken(
  em: EntityManager,
  tokens: Tokens,
  { email, password }: { email: string; password: string },
): Promise<string | null> {
  const user = await userByPassword(em, email, password)
  if (!user?.password_hash) return null
  return tokens.sign({ user_id: user.id }, { domain: 'admin', lifetime: '24h', bond: user.password_hash })
}

/** The user whose token it is. */
export async function userByAccessToken(em: EntityManager, tokens: Tokens, token: string): Promise<User | null> {
  let user: User | null = null
  const claims = await tokens.read(token, 'admin', async ({ user_id }) => {
    user = await em.findOne(User, { id: String(user_id) }, { populate: ['password_hash'] })
    return user?.password_hash
  })
  return claims && user
}
