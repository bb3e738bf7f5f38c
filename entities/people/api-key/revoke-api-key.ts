import { batch, type Executor, statement } from '#database/statement.ts'
import { query } from '#entities/query.ts'

/** Revokes the key and all keys that were created with that key. Returns the revoked ids. */
export async function revokeApiKey(em: Executor, id: string): Promise<string[]> {
  const [, revoked] = await batch(em, lockKey.with(id), revokeKeys.with(id))
  return revoked.map((key) => key.id)
}

/** Waits for requests that use this key to create another key, because those requests lock this row. */
const lockKey = query((db, id: string) => db.selectFrom('api_key').select('id').where('id', '=', id).forNoKeyUpdate())

const revokeKeys = statement<{ id: string }>(`
  with recursive revoked as (
    select id from api_key where id = $1
    union
    select child.id from api_key child join revoked on child.made_by_key_id = revoked.id)
  update api_key set deleted_at = now(), updated_at = now()
  from revoked where api_key.id = revoked.id and api_key.deleted_at is null
  returning api_key.id`)
