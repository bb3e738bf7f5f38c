import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { type Grant, grantOfRole } from '../role/grant.ts'
import type { User } from '../user/user.ts'
import { userFromJson } from '../user/user-from-json.ts'
import { hashSecret } from './secret.ts'

export interface AuthenticatedKey {
  id: string
  name: string
}

/** Returns null if the key is unknown, revoked or expired, or if its user is deleted. */
export async function findKeyAndUser(
  em: EntityManager,
  secret: string,
): Promise<{ key: AuthenticatedKey; user: User; grants: Grant[] } | null> {
  const [row] = await selectKeyAndUser(em, hashSecret(secret))
  if (!row) return null
  const { id, name, scopes, role_scopes, is_use_due } = row
  if (is_use_due) await recordUse(em, id)
  const user = userFromJson(row.user)
  return { key: { id, name }, user, grants: [grantOfRole(user.role, role_scopes), { kind: 'api_key', name, scopes }] }
}

/** `k` is the key and `u` its user, which may be missing. */
export const IS_VALID_KEY_SQL = `(k.deleted_at is null and (k.expires_at is null or k.expires_at > now())
  and u.id is not null and u.deleted_at is null)`

interface KeyRow extends AuthenticatedKey {
  scopes: string[]
  role_scopes: string[]
  user: object
  is_use_due: boolean
}

const selectKeyAndUser = statement<KeyRow>(`
  select k.id, k.name, k.scopes, r.scopes as role_scopes, to_jsonb(u) - 'password_hash' - 'api_token' as "user",
    coalesce(k.last_used_at < now() - interval '1 minute', true) as is_use_due
  from api_key k join "user" u on u.id = k.created_by join role r on r.name = u.role
  where k.secret_hash = $1 and ${IS_VALID_KEY_SQL}`)

/** Skips a locked row, because then another request already records the use. */
const recordUse = statement(`
  update api_key set last_used_at = now() where id = (
    select id from api_key where id = $1 and coalesce(last_used_at < now() - interval '1 minute', true)
    for no key update skip locked)`)
