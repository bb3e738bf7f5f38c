import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import type { NewColumns } from '#entities/base.ts'
import { assertCanGive } from '../role/grant.ts'
import { lockGrants } from '../role/lock-grants.ts'
import { ApiKey, assertExpiresLater } from './api-key.ts'
import { type ApiKeyCaller, lockCallerKey } from './lock-keys.ts'
import { createKeySecret } from './secret.ts'

export type NewApiKey = NewColumns<ApiKey, 'name' | 'scopes', 'expires_at'>

export async function createApiKey(
  em: EntityManager,
  caller: ApiKeyCaller,
  { name, scopes, expires_at = null }: NewApiKey,
): Promise<{ id: string; secret: string }> {
  assertExpiresLater(expires_at)
  const [role] = await lockGrants(em, caller)
  const callerKey = await lockCallerKey(em, caller)
  callerKey?.assertCanGrant({ scopes, expires_at })
  assertCanGive(role ? [role] : [], scopes)
  const { secret, ...secretColumns } = createKeySecret()
  const created_by = caller.user.id
  const made_by_key_id = callerKey?.id ?? null
  const { id } = insertRow(em, ApiKey, { ...secretColumns, name, scopes, expires_at, created_by, made_by_key_id })
  return { id, secret }
}
