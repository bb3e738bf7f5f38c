import { z } from 'zod'
import { findDeletedRows } from '#entities/deleted-rows/find-deleted-rows.ts'
import { RESTORABLE, type Restorable } from '#entities/deleted-rows/restorable.ts'
import { restoreRow } from '#entities/deleted-rows/restore-row.ts'
import { assertAllowed } from '#entities/people/role/grant.ts'
import { rest } from '../context/meta.ts'
import { emptyInput } from '../inputs/common.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { mayRead } from '../reading/reach.ts'

const resource = z.enum(RESTORABLE)

/** The router that lists and deletes the rows. */
const ROUTERS: Readonly<Record<Restorable, string>> = {
  collection: 'collections',
  discount: 'discounts',
  sales_channel: 'salesChannels',
  shipping_option: 'shippingOptions',
  return_reason: 'returnReasons',
}

export const deletedRows = router({
  list: adminProcedure
    .meta(rest('GET', '/deleted-rows', 'List collections, discounts and settings that can be restored'))
    .input(emptyInput)
    .output(
      z.object({
        deleted_rows: z.array(z.object({ id: z.string(), resource, title: z.string(), deleted_at: z.date() })),
      }),
    )
    .query(async ({ ctx }) => {
      const readable = RESTORABLE.filter((resource) => mayRead(ctx, ROUTERS[resource]))
      return { deleted_rows: await findDeletedRows(ctx.em, readable) }
    }),

  restore: adminProcedure
    .meta(rest('POST', '/deleted-rows/{id}/restore', 'Restore a deleted row'))
    .input(z.strictObject({ id: z.string(), resource }))
    .output(z.object({ id: z.string(), resource, restored: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      assertAllowed(ctx.grants, { name: `${ROUTERS[input.resource]}.delete`, reads: false })
      await restoreRow(ctx.em, input)
      return { ...input, restored: true }
    }),
})
