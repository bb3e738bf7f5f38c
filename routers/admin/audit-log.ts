import { z } from 'zod'
import { AuditLog } from '#entities/audit/audit-log.ts'
import { NotFound } from '#entities/errors.ts'
import { rest } from '../meta.ts'
import { equal, within } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { dateFilter, ordering, paging, queryOneOrList, selecting } from '../schemas/query.ts'
import { answer, listAnswer } from '../schemas/resource.ts'
import { AuditLogEntryResource } from '../schemas/resources/audit-log.ts'
import { adminProcedure, router } from '../trpc.ts'

/** Who did something is told also where they are gone. */
const view = { entity: AuditLog, resource: AuditLogEntryResource, withDeleted: true }

const filters = {
  user_id: queryOneOrList.optional(),
  api_key_id: queryOneOrList.optional(),
  procedure: queryOneOrList.optional(),
  resource_type: queryOneOrList.optional(),
  resource_id: queryOneOrList.optional(),
  created_at: dateFilter.optional(),
}

export const auditLog = router({
  list: adminProcedure
    .meta(rest('GET', '/audit-log', 'List what users did', { mayBeStale: true }))
    .input(z.strictObject({ ...paging(50), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('audit_log', AuditLogEntryResource))
    .query(async ({ ctx, input }) => {
      const { user_id, api_key_id, procedure, resource_type, resource_id, created_at } = input
      const where = [
        equal({ user_id, api_key_id, procedure, resource_type }),
        resource_id === undefined ? undefined : { resource_ids: { $overlap: [resource_id].flat() } },
        within({ created_at }),
      ]
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where })
      return { audit_log: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/audit-log/{id}', 'Read what a user did'))
    .input(z.strictObject({ id: z.string(), ...selecting }))
    .output(answer({ audit_log_entry: AuditLogEntryResource }))
    .query(async ({ ctx, input }) => {
      const audit_log_entry = await readRow(ctx.em, input, { ...view, where: [{ id: input.id }] })
      if (!audit_log_entry) throw new NotFound(`Audit log entry with id: ${input.id} was not found`)
      return { audit_log_entry }
    }),
})
