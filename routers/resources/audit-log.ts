import { z } from 'zod'
import { AuditLog } from '#entities/platform/audit/audit-log.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, toOne } from '../reading/define-resource.ts'
import { NamedObject } from '../reading/named-objects.ts'
import { ApiKeyResource } from './api-key.ts'
import { UserResource } from './user.ts'

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

export const AuditLogEntryResource = defineResource({
  name: 'AuditLogEntry',
  entity: AuditLog,
  columns: { ...columnsOf(AuditLog, { omit: ['changes'] }), changes: z.array(Change) },
  occasional: { objects: z.array(NamedObject).optional() },
  relations: () => ({ user: toOne(UserResource), api_key: toOne(ApiKeyResource) }),
})
