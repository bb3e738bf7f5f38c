import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { rest } from '../context/meta.ts'
import { dateFilter, queryOneOrList, selectionParams } from '../inputs/query.ts'
import { resourceTypeOf } from '../pipeline/audit.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { equalTo, inRange } from '../reading/conditions.ts'
import { readableResources, type Viewer, withoutHiddenChanges } from '../reading/key-reach.ts'
import { readRow } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import { AuditLogEntryResource } from '../resources/audit-log.ts'

const view = {
  resource: AuditLogEntryResource,
  withDeleted: true,
  fill: async (viewer: Viewer, entries: Entry[]) => entries.map((entry) => shownTo(viewer, entry)),
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
    .query(({ ctx, input: { user_id, api_key_id, procedure, resource_type, resource_id, created_at } }) => [
      equalTo({ user_id, api_key_id, procedure, resource_type }),
      resource_id === undefined ? undefined : { resource_ids: { $overlap: [resource_id].flat() } },
      inRange({ created_at }),
      readableBy(ctx),
    ]),

  get: adminProcedure
    .meta(rest('GET', '/audit-log/{id}', 'Retrieve an audit log entry'))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(responseSchema({ audit_log_entry: AuditLogEntryResource }))
    .query(async ({ ctx, input }) => {
      const where = [{ id: input.id }, readableBy(ctx)]
      const entry = await readRow(ctx.em, input, { ...view, where })
      if (!entry) throw new NotFound(`Audit log entry with id: ${input.id} was not found`)
      return { audit_log_entry: shownTo(ctx, entry) }
    }),
})

const readableBy = (viewer: Viewer) => equalTo({ resource_type: readableResources(viewer)?.map(resourceTypeOf) })

type Entry = z.output<typeof AuditLogEntryResource>

const shownTo = (viewer: Viewer, entry: Entry): Entry =>
  viewer.api_key && entry.changes ? { ...entry, changes: withoutHiddenChanges(viewer, entry.changes) } : entry
