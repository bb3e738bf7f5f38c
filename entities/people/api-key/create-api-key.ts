import type { EntityManager } from '@mikro-orm/postgresql'
import { ApiKey } from './api-key.ts'
import { type ApiKeyCaller, assertEndsLater, assertWithinKeyLimits, lockOwnKey } from './lock-keys.ts'
import { createKeySecret } from './secret.ts'

export interface NewApiKey {
  name: string
  scopes: string[]
  expires_at?: Date | null | undefined
}

/**
 * Returns the secret, which cannot be read again.
 * @throws InvalidData, Forbidden, Unauthorized
 */
export async function createApiKey(
  em: EntityManager,
  asker: ApiKeyCaller,
  { name, scopes, expires_at = null }: NewApiKey,
): Promise<{ id: string; secret: string }> {
  assertEndsLater(expires_at)
  const own = await lockOwnKey(em, asker)
  assertWithinKeyLimits(own, { scopes, expires_at })
  const { secret, kept } = createKeySecret()
  const made_by_key_id = own?.id ?? null
  const { id } = em.create(ApiKey, { ...kept, name, scopes, expires_at, created_by: asker.user.id, made_by_key_id })
  return { id, secret }
}
