import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { rest } from '../context/meta.ts'
import { dateFilter, queryOneOrList } from '../inputs/query.ts'
import { resourceTypeOf } from '../pipeline/audit.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminList } from '../procedures/row-list.ts'
import { router } from '../procedures/trpc.ts'
import { equalTo, inRange } from '../reading/conditions.ts'
import { fillObjects } from '../reading/named-objects.ts'
import { readableResources, type Viewer, withoutHiddenChanges } from '../reading/reach.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { AuditLogEntryResource } from '../resources/audit-log.ts'

const view = {
  resource: AuditLogEntryResource,
  withDeleted: true,
  where: (viewer: Viewer) => equalTo({ resource_type: readableResources(viewer)?.map(resourceTypeOf) }),
  fill: async (viewer: Viewer & { em: EntityManager }, entries: Entry[]) => {
    const shown = entries.map((entry) => shownTo(viewer, entry))
    return fillObjects(viewer, shown, ({ resource_ids }) => resource_ids ?? [])
  },
}

const filters = {
  user_id: queryOneOrList.optional(),
  api_key_id: queryOneOrList.optional(),
  procedure: queryOneOrList.optional(),
  resource_type: queryOneOrList.optional(),
  resource_id: queryOneOrList.optional(),
  created_at: dateFilter.optional(),
}

export const auditLog = router({
  list: adminList('audit_log', view, filters, { pageSize: 50 })
    .meta(rest('GET', '/audit-log', 'List audit log entries', { allowsStaleReads: true }))
    .query(({ input: { user_id, api_key_id, procedure, resource_type, resource_id, created_at } }) => [
      equalTo({ user_id, api_key_id, procedure, resource_type }),
      resource_id === undefined ? undefined : { resource_ids: { $overlap: [resource_id].flat() } },
      inRange({ created_at }),
    ]),

  get: adminGet(rowAnswer('audit_log_entry', view), rest('GET', '/audit-log/{id}', 'Retrieve an audit log entry')),
})

type Entry = z.output<typeof AuditLogEntryResource>

const shownTo = (viewer: Viewer, entry: Entry): Entry =>
  entry.changes ? { ...entry, changes: withoutHiddenChanges(viewer, entry.changes) } : entry
