import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { assertCanGive } from '../role/grant.ts'
import { lockGrants } from '../role/lock-grants.ts'
import { type ApiKey, assertExpiresLater } from './api-key.ts'
import type { NewApiKey } from './create-api-key.ts'
import { type ApiKeyCaller, lockKey } from './lock-keys.ts'

export async function updateApiKey(
  em: EntityManager,
  caller: ApiKeyCaller,
  { id, ...changes }: Changes<NewApiKey> & { id: string },
): Promise<void> {
  assertExpiresLater(changes.expires_at)
  const [role] = await lockGrants(em, caller)
  const { key, callerKey } = await lockKey(em, caller, id)
  // Checked before the change, because `key` and `callerKey` may be the same key.
  const { scopes, expires_at = key.expires_at } = changes
  callerKey?.assertCanGrant({ scopes: scopes ?? key.scopes, expires_at })
  assertCanGive(role ? [role] : [], scopes ?? [])
  applyChanges<Row<ApiKey>>(key, changes)
}

export async function renewApiKeySecret(em: EntityManager, caller: ApiKeyCaller, id: string): Promise<string> {
  const { key } = await lockKey(em, caller, id)
  return key.renewSecret()
}
