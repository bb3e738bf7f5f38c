import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, softDelete, timestamps } from '#entities/base.ts'
import { User } from '../user/user.ts'

export const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: id('apk'),
    ...timestamps(),
    ...softDelete(),
    name: p.text(),
    /** The last characters of the secret, so that users recognize a key. */
    hint: p.text(),
    secret_hash: p.text().hidden(),
    scopes: p.array(),
    expires_at: p.datetime(3).nullable(),
    /** Updated at most once a minute. */
    last_used_at: p.datetime(3).nullable(),
    created_by: p.text(),
    /** The API key that created this one. Revoking it revokes this key too. */
    made_by_key_id: p.text().nullable(),
    created_by_user: () => p.manyToOne(User).joinColumn('created_by').persist(false).nullable(),
  },
  filters: alive,
})

export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey)
