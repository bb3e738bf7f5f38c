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

/** The router that lists the rows. */
const ROUTERS: Readonly<Record<Restorable, string>> = {
  collection: 'collections',
  discount: 'discounts',
  sales_channel: 'salesChannels',
  shipping_option: 'shippingOptions',
  shipping_profile: 'shippingProfiles',
  return_reason: 'returnReasons',
  note: 'notes',
  gift_card: 'giftCards',
  product_category: 'productCategories',
  price_list: 'priceLists',
  customer_group: 'customerGroups',
  region: 'regions',
  tax_rate: 'taxRates',
  stock_location: 'stockLocations',
  carrier: 'carriers',
  import_mapping: 'batchJobs',
  draft_order: 'draftOrders',
}

const deletionOf = (resource: Restorable): string =>
  resource === 'import_mapping' ? 'batchJobs.deleteMapping' : `${ROUTERS[resource]}.delete`

const LeftOut = z.object({
  countries: z.array(z.object({ name: z.string(), region: z.string() })),
  links: z.int(),
})

export const deletedRows = router({
  list: adminProcedure
    .meta(rest('GET', '/deleted-rows', 'List deleted rows that can be restored, without products'))
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
    .output(z.object({ id: z.string(), resource, restored: z.literal(true), left_out: LeftOut }))
    .mutation(async ({ ctx, input }) => {
      assertAllowed(ctx.grants, { name: deletionOf(input.resource), reads: false })
      return { ...input, restored: true, left_out: await restoreRow(ctx.em, input) }
    }),
})
