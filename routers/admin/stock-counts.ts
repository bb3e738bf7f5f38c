import { z } from 'zod'
import { findCountable } from '#entities/orders/stock-count/find-countable.ts'
import { saveStockCount } from '#entities/orders/stock-count/save-stock-count.ts'
import { StockCount } from '#entities/orders/stock-count/stock-count.ts'
import { rest } from '../context/meta.ts'
import { columnsOf } from '../inputs/columns.ts'
import { requiredText } from '../inputs/common.ts'
import { pagingParams, queryList } from '../inputs/query.ts'
import { StockQuantity } from '../inputs/stock-quantity.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { equalTo } from '../reading/conditions.ts'
import { defineResource } from '../reading/define-resource.ts'

const MAX_COUNTS = 1000

const CountedItem = z.object({
  id: z.string(),
  title: z.string(),
  sku: z.string().nullable(),
  expected: z.int(),
  counted: z.int(),
})

const StockCountResource = defineResource({
  name: 'StockCount',
  entity: StockCount,
  columns: { ...columnsOf(StockCount, { omit: ['items'] }), items: z.array(CountedItem) },
  relations: () => ({}),
})

const CountableItem = z.object({
  id: z.string().describe('The inventory item, or the variant in a shop without inventory.'),
  title: z.string(),
  sku: z.string().nullable(),
  thumbnail: z.string().nullable(),
  codes: z.array(z.string()),
  expected: z.int().describe('The units that should be on the shelf.'),
  waiting: z.int().describe('The units on the shelf that are sold and not packed, or reserved.'),
  is_counted: z.boolean().describe('Whether the shop counts the stock of the goods.'),
})

const Count = z.strictObject({
  id: z.string(),
  /** The units that the shop expected when the count began. */
  expected: z.int(),
  counted: StockQuantity,
})

export const stockCounts = router({
  find: adminProcedure
    .meta(rest('GET', '/stock-counts/items', 'Find goods to count by their code'))
    .input(
      z.strictObject({
        code: z.string().max(200).optional(),
        ids: queryList(z.string()).check(z.maxLength(MAX_COUNTS)).optional(),
        location_id: z.string().optional(),
      }),
    )
    .output(z.object({ items: z.array(CountableItem) }))
    .query(async ({ ctx, input }) => ({ items: await findCountable(ctx.em, input) })),

  list: adminList(
    'stock_counts',
    StockCountResource,
    { location_id: z.string().optional() },
    { page: pagingParams(20) },
  )
    .meta(rest('GET', '/stock-counts', 'List stock counts'))
    .query(({ input: { location_id } }) => [equalTo({ location_id })]),

  create: adminProcedure
    .meta(rest('POST', '/stock-counts', 'Set the stock of counted goods'))
    .input(
      z.strictObject({
        location_id: z.string().optional(),
        reason: requiredText.max(200),
        counts: z.array(Count).min(1).max(MAX_COUNTS),
      }),
    )
    .output(z.object({ stock_count: z.object({ id: z.string(), items: z.array(CountedItem) }) }))
    .mutation(async ({ ctx, input }) => {
      const { id, items } = await saveStockCount(ctx.em, { ...input, created_by: ctx.user.id })
      return { stock_count: { id, items } }
    }),
})
