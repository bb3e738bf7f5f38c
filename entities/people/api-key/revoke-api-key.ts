import { batch, type Executor, statement } from '#database/statement.ts'

/** Revokes a key and all keys that were created with it. The rows stay for the audit log. Returns the revoked ids. */
export async function revokeApiKey(em: Executor, id: string): Promise<string[]> {
  const [, revoked] = await batch(em, lock.with(id), revoke.with(id))
  return revoked.map((key) => key.id)
}

/** A request that creates a key locks the key of its caller, so this lock waits for it. */
const lock = statement('select from api_key where id = $1 for no key update')

const revoke = statement<{ id: string }>(`
  with recursive gone as (
    select id from api_key where id = $1
    union
    select made.id from api_key made join gone on made.made_by_key_id = gone.id)
  update api_key set deleted_at = now(), updated_at = now()
  from gone where api_key.id = gone.id and api_key.deleted_at is null
  returning api_key.id`)
