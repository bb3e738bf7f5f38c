import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, timestamps } from '#entities/base.ts'
import { NotAllowed } from '#entities/errors.ts'
import { now } from '#entities/values/clock.ts'

/** Limits a storefront to some sales channels. The id is the key itself and is not secret. */
const PublishableApiKeySchema = defineEntity({
  name: 'PublishableApiKey',
  tableName: 'publishable_api_key',
  properties: {
    id: id('pk'),
    ...timestamps(),
    title: p.text(),
    created_by: p.text().nullable(),
    revoked_by: p.text().nullable(),
    revoked_at: p.datetime(3).nullable(),
  },
})

export class PublishableApiKey extends PublishableApiKeySchema.class {
  /** @throws NotAllowed if the key is already revoked. */
  revoke(user_id: string): void {
    if (this.revoked_at)
      throw new NotAllowed('PublishableApiKey has already been revoked.').because({ name: 'key_revoked' })
    this.revoked_at = now()
    this.revoked_by = user_id
  }
}
PublishableApiKeySchema.setClass(PublishableApiKey)
