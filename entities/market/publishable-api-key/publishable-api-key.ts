import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, timestamps } from '#entities/base.ts'

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

export class PublishableApiKey extends PublishableApiKeySchema.class {}
PublishableApiKeySchema.setClass(PublishableApiKey)
