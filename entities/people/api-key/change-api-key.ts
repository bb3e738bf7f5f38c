import type { EntityManager } from '@mikro-orm/postgresql'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import type { ApiKey } from './api-key.ts'
import type { NewApiKey } from './create-api-key.ts'
import { type ApiKeyCaller, assertEndsLater, assertWithinKeyLimits, lockKey } from './lock-keys.ts'
import { createKeySecret } from './secret.ts'

/** @throws InvalidData, NotFound, Forbidden, Unauthorized */
export async function updateApiKey(
  em: EntityManager,
  asker: ApiKeyCaller,
  { id, ...changes }: Changes<NewApiKey> & { id: string },
): Promise<void> {
  assertEndsLater(changes.expires_at)
  const { key, own } = await lockKey(em, asker, id)
  // Check before the change, because the caller may change its own key.
  const { scopes, expires_at = key.expires_at } = changes
  assertWithinKeyLimits(own, { scopes: scopes ?? key.scopes, expires_at })
  applyChanges<ApiKey>(key, changes)
}

/**
 * Replaces the secret and returns it. The secret cannot be read again.
 * @throws NotFound, Forbidden, Unauthorized
 */
export async function renewApiKeySecret(em: EntityManager, asker: ApiKeyCaller, id: string): Promise<string> {
  const { key } = await lockKey(em, asker, id)
  const { secret, kept } = createKeySecret()
  Object.assign(key, kept)
  return secret
}
