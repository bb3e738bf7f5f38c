import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { statement } from '#database/statement.ts'
import { Forbidden, InvalidData, NotFound, Unauthorized } from '#entities/errors.ts'
import { ApiKey } from './api-key.ts'
import { covers } from './scopes.ts'

/** A user who calls directly or with an API key. */
export interface ApiKeyCaller {
  user: { id: string }
  api_key: { id: string } | null
}

/**
 * Locks the key of the caller, so that its scopes cannot change before the commit. Returns null for a logged-in user.
 * @throws Unauthorized if the key was revoked.
 */
export async function lockOwnKey(em: EntityManager, { api_key }: ApiKeyCaller): Promise<ApiKey | null> {
  if (!api_key) return null
  await lock(em, [api_key.id])
  const own = await em.findOne(ApiKey, { id: api_key.id })
  if (!own) throw new Unauthorized()
  return own
}

/**
 * Locks a key and the key of the caller. Only the creator of a key can change it.
 * @throws NotFound, Unauthorized, Forbidden
 */
export async function lockKey(
  em: EntityManager,
  asker: ApiKeyCaller,
  id: string,
): Promise<{ key: ApiKey; own: ApiKey | null }> {
  await lock(em, asker.api_key ? [id, asker.api_key.id] : [id])
  const own = await lockOwnKey(em, asker)
  const key = await em.findOne(ApiKey, { id })
  if (!key) throw new NotFound(`API key with id: ${id} was not found`)
  if (key.created_by !== asker.user.id)
    throw new Forbidden('Only the user who created an API key can change it. Other administrators can revoke it.')
  assertWithinKeyLimits(own, key)
  return { key, own }
}

/** @throws InvalidData if `expires_at` is in the past. */
export function assertEndsLater(expires_at: Date | null | undefined): void {
  if (expires_at && expires_at <= now()) throw new InvalidData('expires_at must be in the future')
}

/**
 * A key cannot grant a wider scope or a later expiry than its own. A logged-in user has no limit.
 * @throws Forbidden
 */
export function assertWithinKeyLimits(own: ApiKey | null, wanted: Pick<ApiKey, 'scopes' | 'expires_at'>): void {
  if (!own) return
  const wider = wanted.scopes.filter((scope) => !own.scopes.some((mine) => covers(mine, scope)))
  if (wider.length > 0) throw new Forbidden(`An API key cannot grant scopes that it does not have: ${wider.join(', ')}`)
  if (own.expires_at && (!wanted.expires_at || wanted.expires_at > own.expires_at))
    throw new Forbidden('A key created with an API key cannot expire later than that key')
}

const lock = statement(`
  select from api_key where id = any($1) and deleted_at is null order by id for no key update`)
