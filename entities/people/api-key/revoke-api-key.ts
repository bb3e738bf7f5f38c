import { batch, type Executor, statement } from '#database/statement.ts'

/**
 * Revokes a key, and those that were made by it: whoever got hold of it may have made them. One that is not there is no
 * fault. The rows stay, so that the audit log can name them. Answers the ids of what was revoked.
 */
export async function revokeApiKey(em: Executor, id: string): Promise<string[]> {
  const [, revoked] = await batch(em, lock.with(id), revoke.with(id))
  return revoked.map((key) => key.id)
}

/** Whoever makes a key by this one holds its row meanwhile. */
const lock = statement('select from api_key where id = $1 for no key update')

const revoke = statement<{ id: string }>(`
  with recursive gone as (
    select id from api_key where id = $1
    union
    select made.id from api_key made join gone on made.made_by_key_id = gone.id)
  update api_key set deleted_at = now(), updated_at = now()
  from gone where api_key.id = gone.id and api_key.deleted_at is null
  returning api_key.id`)
