import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, word } from '#entities/base.ts'
import { ApiKey } from '#entities/people/api-key/api-key.ts'
import { User } from '#entities/people/user/user.ts'

export const AUTHENTICATIONS = ['session', 'jwt', 'api_token', 'api_key'] as const

/** By what a user was known: their session, a token that ends with the day, the token they keep, or a key of theirs. */
export type Authentication = (typeof AUTHENTICATIONS)[number]

/**
 * A row that was written: what became of it where it is new, what it was where it is gone, else the columns that have
 * changed. What is secret is not told, what is long is cut.
 */
export interface Change {
  table: string
  action: 'create' | 'update' | 'delete'
  /** Its key; of a link the ids of what it links. */
  ids: string[]
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** What a user of the shop did, written in the transaction in which it was done. */
export const AuditLogSchema = defineEntity({
  name: 'AuditLog',
  tableName: 'audit_log',
  properties: {
    id: id('audit'),
    created_at: p.datetime(3),
    user_id: p.text(),
    authenticated_by: word(AUTHENTICATIONS),
    /** Where it was done by a key: which. */
    api_key_id: p.text().nullable(),
    /** As it is called over tRPC: `admin.discounts.update`. */
    procedure: p.text(),
    /** The resource of the API whose procedure that is, as URLs name it: `discounts`. */
    resource_type: p.text(),
    /** What the request named in its path, and every row that `changes` tells of. */
    resource_ids: p.array(),
    changes: p.json<Change[]>(),
    /** How many rows were written. Of many only the first are told. */
    change_count: p.integer(),
    request_id: p.text(),
    ip: p.text(),
    idempotency_key: p.text().nullable(),
    user: () => p.manyToOne(User).joinColumn('user_id').persist(false).nullable(),
    api_key: () => p.manyToOne(ApiKey).joinColumn('api_key_id').persist(false).nullable(),
  },
})

export class AuditLog extends AuditLogSchema.class {}
AuditLogSchema.setClass(AuditLog)
