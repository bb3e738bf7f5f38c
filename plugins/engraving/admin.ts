import {
  adminList,
  adminMutation,
  columnsOf,
  defineResource,
  equalTo,
  LineItem,
  lockRow,
  NotFound,
  OrderResource,
  ProductVariantResource,
  pickColumns,
  queryBoolean,
  rest,
  router,
  rowAnswer,
  toOne,
} from 'cartwright'
import { z } from 'zod'
import { EngravingTask } from './engraving-task.ts'

const EngravedLine = defineResource({
  name: 'EngravedLine',
  entity: LineItem,
  columns: pickColumns(LineItem, ['id', 'title', 'variant_id', 'quantity']),
  relations: () => ({ variant: toOne(ProductVariantResource) }),
})

const EngravingTaskResource = defineResource({
  name: 'EngravingTask',
  entity: EngravingTask,
  columns: columnsOf(EngravingTask),
  relations: () => ({ order: toOne(OrderResource), line_item: toOne(EngravedLine) }),
})

const view = {
  resource: EngravingTaskResource,
  defaults: { relations: ['line_item'] },
  defaultOrder: 'created_at',
}
const taskMutation = adminMutation(rowAnswer('engraving', view))

const filters = { open: queryBoolean.optional(), order_id: z.string().optional() }

export const admin = router({
  list: adminList('engravings', view, filters)
    .meta(rest('GET', '/engraving', 'List engravings'))
    .query(({ input: { open, order_id } }) => [equalTo({ order_id }), isOpen(open)]),

  complete: taskMutation(z.strictObject({ id: z.string() }))
    .meta(rest('POST', '/engraving/{id}/complete', 'Complete an engraving'))
    .mutation(async ({ ctx, input: { id } }) => {
      const task = await lockRow(ctx.em, EngravingTask, { id })
      if (!task) throw new NotFound(`Engraving with id: ${id} was not found`)
      task.complete()
    }),
})

/** The engraving of a canceled order is neither open nor done. */
function isOpen(open: boolean | undefined) {
  if (open === undefined) return undefined
  return open ? { done_at: null, order: { status: { $ne: 'canceled' } } } : { done_at: { $ne: null } }
}
