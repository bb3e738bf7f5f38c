import type { EntityManager } from '@mikro-orm/postgresql'
import type { Executor } from '#database/statement.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { type UserAndRole, userById, withUserByPassword } from './find-user.ts'

export function issueUserToken(
  em: EntityManager,
  tokens: Tokens,
  credentials: { email: string; password: string },
): Promise<string | null> {
  return withUserByPassword(em, credentials, async (_tx, { id, password_hash: bond }) =>
    bond ? tokens.sign({ user_id: id }, { domain: 'admin', lifetime: '24h', bond }) : null,
  )
}

export async function userByAccessToken(em: Executor, tokens: Tokens, token: string): Promise<UserAndRole | null> {
  let holder: Awaited<ReturnType<typeof userById>> = null
  const claims = await tokens.read(token, 'admin', async ({ user_id }) => {
    holder = await userById(em, String(user_id))
    return holder?.password_hash
  })
  return claims && holder
}
