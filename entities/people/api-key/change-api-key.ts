import type { EntityManager } from '@mikro-orm/postgresql'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import type { ApiKey } from './api-key.ts'
import type { NewApiKey } from './create-api-key.ts'
import { type ApiKeyCaller, assertEndsLater, assertWithinKeyLimits, lockKey } from './lock-keys.ts'
import { createKeySecret } from './secret.ts'

/** Changes what is named. @throws InvalidData, NotFound, Forbidden, Unauthorized */
export async function updateApiKey(
  em: EntityManager,
  asker: ApiKeyCaller,
  { id, ...changes }: Changes<NewApiKey> & { id: string },
): Promise<void> {
  assertEndsLater(changes.expires_at)
  const { key, own } = await lockKey(em, asker, id)
  // Before anything is changed: the key may be the one by which it is asked.
  const { scopes, expires_at = key.expires_at } = changes
  assertWithinKeyLimits(own, { scopes: scopes ?? key.scopes, expires_at })
  applyChanges<ApiKey>(key, changes)
}

/**
 * Gives a key another secret, which is told this once; the one before is worth nothing.
 * @throws NotFound, Forbidden, Unauthorized
 */
export async function renewApiKeySecret(em: EntityManager, asker: ApiKeyCaller, id: string): Promise<string> {
  const { key } = await lockKey(em, asker, id)
  const { secret, kept } = createKeySecret()
  Object.assign(key, kept)
  return secret
}
