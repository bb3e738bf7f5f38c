import { z } from 'zod'
import { findDeletedRows } from '#entities/deleted-rows/find-deleted-rows.ts'
import { RESTORABLE } from '#entities/deleted-rows/restorable.ts'
import { restoreRow } from '#entities/deleted-rows/restore-row.ts'
import { rest } from '../context/meta.ts'
import { emptyInput } from '../inputs/common.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'

const resource = z.enum(RESTORABLE)

export const deletedRows = router({
  list: adminProcedure
    .meta(rest('GET', '/deleted-rows', 'List collections, discounts and settings that can be restored'))
    .input(emptyInput)
    .output(
      z.object({
        deleted_rows: z.array(z.object({ id: z.string(), resource, title: z.string(), deleted_at: z.date() })),
      }),
    )
    .query(async ({ ctx }) => ({ deleted_rows: await findDeletedRows(ctx.em) })),

  restore: adminProcedure
    .meta(rest('POST', '/deleted-rows/{id}/restore', 'Restore a deleted row'))
    .input(z.strictObject({ id: z.string(), resource }))
    .output(z.object({ id: z.string(), resource, restored: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await restoreRow(ctx.em, input)
      return { ...input, restored: true }
    }),
})
