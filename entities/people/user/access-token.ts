import type { EntityManager } from '@mikro-orm/postgresql'
import type { Executor } from '#database/statement.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { type UserAndRole, userById } from './find-user.ts'
import { type UserCredentials, withLoggedInUser } from './log-in.ts'

/** @throws Unauthorized for wrong credentials, or without a code of the second factor. */
export function issueUserToken(em: EntityManager, tokens: Tokens, credentials: UserCredentials): Promise<string> {
  return withLoggedInUser(em, tokens, credentials, async (_tx, { id, password_hash, token_version }) =>
    tokens.sign(
      { user_id: id },
      { domain: 'admin', lifetime: '24h', bond: bondOf(password_hash ?? '', token_version) },
    ),
  )
}

export async function userByAccessToken(em: Executor, tokens: Tokens, token: string): Promise<UserAndRole | null> {
  let holder: Awaited<ReturnType<typeof userById>> = null
  const claims = await tokens.read(token, 'admin', async ({ user_id }) => {
    holder = await userById(em, String(user_id))
    return holder?.password_hash && bondOf(holder.password_hash, holder.user.token_version)
  })
  return claims && holder
}

const bondOf = (passwordHash: string, version: number) => (version === 0 ? passwordHash : `${passwordHash}\0${version}`)
