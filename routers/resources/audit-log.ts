import { z } from 'zod'
import { AUTHENTICATIONS } from '#entities/platform/audit/audit-log.ts'
import { resource, type ToOne, toOne } from '../reading/resource.ts'
import { ApiKeyResource, type ApiKeyView } from './api-key.ts'
import { UserResource, type UserView } from './user.ts'

const Columns = z.record(z.string(), z.unknown()).nullable()

const Change = z
  .object({
    table: z.string(),
    action: z.enum(['create', 'update', 'delete']),
    ids: z.array(z.string()),
    before: Columns,
    after: Columns,
  })
  .meta({ id: 'AuditedChange' })

/** What a user did, and what it changed. */
export const AuditLogEntryResource = resource(
  'AuditLogEntry',
  {
    id: z.string(),
    created_at: z.date(),
    user_id: z.string(),
    authenticated_by: z.enum(AUTHENTICATIONS),
    api_key_id: z.string().nullable(),
    procedure: z.string(),
    resource_type: z.string(),
    resource_ids: z.array(z.string()),
    changes: z.array(Change),
    change_count: z.int(),
    request_id: z.string(),
    ip: z.string(),
    idempotency_key: z.string().nullable(),
  },
  {
    get user(): ToOne<UserView> {
      return toOne(UserResource)
    },
    get api_key(): ToOne<ApiKeyView> {
      return toOne(ApiKeyResource)
    },
  },
)
