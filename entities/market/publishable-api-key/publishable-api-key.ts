import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, timestamps } from '#entities/base.ts'

/** What a storefront names to be limited to the sales channels of the key. Everybody may know it: it is its id. */
export const PublishableApiKeySchema = defineEntity({
  name: 'PublishableApiKey',
  tableName: 'publishable_api_key',
  properties: {
    id: id('pk'),
    ...timestamps(),
    title: p.text(),
    created_by: p.text().nullable(),
    revoked_by: p.text().nullable(),
    /** From then on it limits nothing, as a key that nobody knows. */
    revoked_at: p.datetime(3).nullable(),
  },
})

export class PublishableApiKey extends PublishableApiKeySchema.class {}
PublishableApiKeySchema.setClass(PublishableApiKey)
