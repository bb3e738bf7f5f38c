import type { Client } from 'pg'
import { appSecretOf } from '#entities/people/second-factor/accept-code.ts'
import { SignedTokens } from '#server/auth/tokens.ts'
import type { ShopSchema } from '#server/database/shop-schema.ts'

interface Secrets {
  /** The session secret of the source. */
  old: string
  /** The session secret of the copy. */
  fresh: string
}

/** Takes from a copied shop what acts outside of it: sessions, keys, webhooks, access to other services, waiting events and jobs. */
export async function makeTrial(client: Client, { jobs }: ShopSchema, secrets: Secrets): Promise<void> {
  await client.query(`
    delete from session;
    delete from event_outbox;
    update event set awaited_by = '{}', payload = payload - 'token' where is_private and awaited_by is distinct from '{}';
    update webhook set is_active = false;
    update webhook_delivery set status = 'failed' where status = 'pending';
    update "user" u set api_token = null where api_token is not null;
    update api_key set deleted_at = now() where deleted_at is null;
    update publishable_api_key set revoked_at = now() where revoked_at is null;
    update oauth set data = null;
    update batch_job set canceled_at = now() where completed_at is null and canceled_at is null and failed_at is null;
    delete from ${jobs}._private_jobs`)
  await sealAppSecrets(client, secrets)
}

/** Authenticator apps of users work in the copy too. */
async function sealAppSecrets(client: Client, { old, fresh }: Secrets): Promise<void> {
  const [from, to] = [new SignedTokens(old), new SignedTokens(fresh)]
  const { rows } = await client.query<{ user_id: string; app_secret: string }>(
    'select user_id, app_secret from second_factor where app_secret is not null',
  )
  for (const { user_id, app_secret } of rows) {
    const purpose = appSecretOf(user_id)
    const secret = await from.unseal(app_secret, purpose)
    if (secret === null) continue
    await client.query('update second_factor set app_secret = $2 where user_id = $1', [
      user_id,
      await to.seal(secret, purpose),
    ])
  }
}
