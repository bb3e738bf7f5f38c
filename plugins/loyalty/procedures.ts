import {
  adminProcedure,
  CustomerResource,
  columnsOf,
  customerProcedure,
  defineResource,
  emptyInput,
  equalTo,
  listResponseSchema,
  listRows,
  OrderResource,
  orderParams,
  pagingParams,
  pickColumns,
  requiredText,
  rest,
  router,
  selectionParams,
  storePaging,
  toOne,
} from 'cartwright'
import { z } from 'zod'
import { adjustPoints, balanceOf } from './points.ts'
import { PointsEntry } from './points-entry.ts'

const AdminPointsEntry = defineResource({
  name: 'AdminPointsEntry',
  entity: PointsEntry,
  columns: columnsOf(PointsEntry),
  relations: () => ({ customer: toOne(CustomerResource), order: toOne(OrderResource) }),
})

const PointsEntryResource = defineResource({
  name: 'PointsEntry',
  entity: PointsEntry,
  columns: pickColumns(PointsEntry, ['id', 'created_at', 'order_id', 'kind', 'points']),
})

const balanceResponse = z.object({ balance: z.int() })
const customerInput = { customer_id: z.string() }
const filters = { customer_id: z.string().optional(), order_id: z.string().optional() }

export const admin = router({
  list: adminProcedure
    .meta(rest('GET', '/loyalty', 'List entries of the points ledger'))
    .input(z.strictObject({ ...pagingParams(20), ...orderParams, ...selectionParams, ...filters }).prefault({}))
    .output(listResponseSchema('entries', AdminPointsEntry))
    .query(async ({ ctx, input }) => {
      const where = [equalTo({ customer_id: input.customer_id, order_id: input.order_id })]
      const { rows, ...page } = await listRows(ctx.em, input, { resource: AdminPointsEntry, where })
      return { entries: rows, ...page }
    }),

  balance: adminProcedure
    .meta(rest('GET', '/loyalty/customers/{customer_id}', 'Retrieve the points of a customer'))
    .input(z.strictObject(customerInput))
    .output(balanceResponse)
    .query(async ({ ctx, input }) => ({ balance: await balanceOf(ctx.em, input.customer_id) })),

  adjust: adminProcedure
    .meta(rest('POST', '/loyalty/customers/{customer_id}', 'Add or remove points of a customer'))
    .input(z.strictObject({ ...customerInput, points: z.int().min(-1_000_000).max(1_000_000), reason: requiredText }))
    .output(balanceResponse)
    .mutation(async ({ ctx, input }) => {
      await adjustPoints(ctx.em, input)
      await ctx.em.flush()
      return { balance: await balanceOf(ctx.em, input.customer_id) }
    }),
})

export const store = router({
  balance: customerProcedure
    .meta(rest('GET', '/loyalty', 'Retrieve the points of the current customer'))
    .input(emptyInput)
    .output(balanceResponse)
    .query(async ({ ctx }) => ({ balance: await balanceOf(ctx.em, ctx.customer_id) })),

  list: customerProcedure
    .meta(rest('GET', '/loyalty/entries', 'List entries of the points ledger of the current customer'))
    .input(z.strictObject({ ...storePaging(20) }).prefault({}))
    .output(listResponseSchema('entries', PointsEntryResource))
    .query(async ({ ctx, input }) => {
      const where = [{ customer_id: ctx.customer_id }]
      const { rows, ...page } = await listRows(ctx.em, input, { resource: PointsEntryResource, where })
      return { entries: rows, ...page }
    }),
})
