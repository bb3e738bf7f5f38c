import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, softDelete, timestamps } from '#entities/base.ts'
import { User } from '../user/user.ts'

/** By what a program calls the administration in the name of the user who made it, within its scopes. */
export const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: id('apk'),
    ...timestamps(),
    ...softDelete(),
    name: p.text(),
    /** How the secret ends, so that people tell their keys apart. */
    hint: p.text(),
    secret_hash: p.text().hidden(),
    /** What it may call; see `scopes.ts`. */
    scopes: p.array(),
    expires_at: p.datetime(3).nullable(),
    /** To the minute. */
    last_used_at: p.datetime(3).nullable(),
    created_by: p.text(),
    /** The key by which this one was made, if it was: it ends with that one. */
    made_by_key_id: p.text().nullable(),
    created_by_user: () => p.manyToOne(User).joinColumn('created_by').persist(false).nullable(),
  },
  filters: alive,
})

export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey)
