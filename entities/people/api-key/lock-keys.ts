import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { findRow, type Row } from '#database/rows.ts'
import { NotFound, Unauthorized } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import type { Granted } from '../role/lock-grants.ts'
import { ApiKey } from './api-key.ts'

export type ApiKeyCaller = Granted & { user: { id: string } }

/** Locks the caller's key, so that its scopes cannot change before the commit. Null for a logged-in user. */
export async function lockCallerKey(
  em: EntityManager,
  { api_key }: Pick<ApiKeyCaller, 'api_key'>,
): Promise<Row<ApiKey> | null> {
  if (!api_key) return null
  await lockKeyRows(em, [api_key.id])
  const callerKey = await findRow(em, ApiKey, { id: api_key.id })
  if (!callerKey) throw new Unauthorized()
  return callerKey
}

export async function lockKey(
  em: EntityManager,
  caller: ApiKeyCaller,
  id: string,
): Promise<{ key: Row<ApiKey>; callerKey: Row<ApiKey> | null }> {
  await lockKeyRows(em, caller.api_key ? [id, caller.api_key.id] : [id])
  const callerKey = await lockCallerKey(em, caller)
  const key = await findRow(em, ApiKey, { id })
  if (!key) throw new NotFound(`API key with id: ${id} was not found`)
  key.assertCreatedBy(caller.user.id)
  callerKey?.assertCanGrant(key)
  return { key, callerKey }
}

const lockKeyRows = query((db, ids: readonly string[]) =>
  db
    .selectFrom('api_key')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate(),
)
