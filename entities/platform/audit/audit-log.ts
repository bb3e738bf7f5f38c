import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, notPersonal, oneOf } from '#entities/base.ts'
import { ApiKey } from '#entities/people/api-key/api-key.ts'
import { User } from '#entities/people/user/user.ts'

const AUTHENTICATIONS = ['session', 'jwt', 'api_token', 'api_key', 'code'] as const

export type Authentication = (typeof AUTHENTICATIONS)[number]

/** For an update, `before` and `after` contain only the changed columns. */
export interface Change {
  table: string
  action: 'create' | 'update' | 'delete'
  /** Primary key of the row, or both ids of a link row. */
  ids: string[]
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const AuditLogSchema = defineEntity({
  name: 'AuditLog',
  tableName: 'audit_log',
  properties: {
    id: id('audit'),
    created_at: p.datetime(3),
    /** Null if a plugin called the procedure in its own name. */
    user_id: p.text().nullable(),
    plugin: notPersonal(p.text().nullable()),
    authenticated_by: oneOf(AUTHENTICATIONS),
    api_key_id: p.text().nullable(),
    procedure: p.text(),
    resource_type: p.text(),
    resource_ids: p.array(),
    changes: p.json<Change[]>(),
    /** Number of changed rows. `changes` may contain fewer rows, because its size is limited. */
    change_count: p.integer(),
    request_id: p.text(),
    /** The address of the user. */
    ip: notPersonal(p.text()),
    idempotency_key: p.text().nullable(),
    user: () => p.manyToOne(User).joinColumn('user_id').persist(false).nullable(),
    api_key: () => p.manyToOne(ApiKey).joinColumn('api_key_id').persist(false).nullable(),
  },
})

export class AuditLog extends AuditLogSchema.class {}
AuditLogSchema.setClass(AuditLog)
