import type { EntityManager } from '@mikro-orm/postgresql'
import { type Executor, statement } from '#database/statement.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { USER_AND_ROLE_SQL, type UserAndRole, withUserByPassword } from './find-user.ts'
import { userFromJson } from './user-from-json.ts'

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
  let row: UserRow | undefined
  const claims = await tokens.read(token, 'admin', async ({ user_id }) => {
    row = (await selectById(em, String(user_id)))[0]
    return row?.password_hash
  })
  return claims && row ? { user: userFromJson(row.user), role_scopes: row.role_scopes } : null
}

interface UserRow {
  user: object
  role_scopes: string[]
  password_hash: string | null
}

const selectById = statement<UserRow>(`
  select ${USER_AND_ROLE_SQL}, u.password_hash from "user" u join role r on r.name = u.role
  where u.id = $1 and u.deleted_at is null`)
