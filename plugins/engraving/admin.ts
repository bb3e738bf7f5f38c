import type { EntityManager } from '@mikro-orm/postgresql'
import {
  adminMutation,
  adminProcedure,
  columnsOf,
  defineResource,
  equalTo,
  LineItem,
  listResponseSchema,
  listRows,
  lockRow,
  NotFound,
  OrderResource,
  orderParams,
  pagingParams,
  pickColumns,
  queryBoolean,
  readRow,
  responseSchema,
  rest,
  router,
  selectionParams,
  toOne,
} from 'cartwright'
import { z } from 'zod'
import { EngravingTask } from './engraving-task.ts'

const EngravedLine = defineResource({
  name: 'EngravedLine',
  entity: LineItem,
  columns: pickColumns(LineItem, ['id', 'title', 'variant_id', 'quantity']),
})

const EngravingTaskResource = defineResource({
  name: 'EngravingTask',
  entity: EngravingTask,
  columns: columnsOf(EngravingTask),
  relations: () => ({ order: toOne(OrderResource), line_item: toOne(EngravedLine) }),
})

const view = { resource: EngravingTaskResource, defaults: { relations: ['line_item'] } }
const taskResponse = responseSchema({ engraving: EngravingTaskResource })
const taskMutation = adminMutation({ response: taskResponse, read: readTask })

const filters = { open: queryBoolean.optional(), order_id: z.string().optional() }

export const admin = router({
  list: adminProcedure
    .meta(rest('GET', '/engraving', 'List engravings'))
    .input(z.strictObject({ ...pagingParams(20), ...orderParams, ...selectionParams, ...filters }).prefault({}))
    .output(listResponseSchema('engravings', EngravingTaskResource))
    .query(async ({ ctx, input: { open, order_id, ...input } }) => {
      const where = [equalTo({ order_id }), isOpen(open)]
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where, defaultOrder: 'created_at' })
      return { engravings: rows, ...page }
    }),

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

async function readTask({ em }: { em: EntityManager }, id: string): Promise<z.output<typeof taskResponse>> {
  const engraving = await readRow(em, {}, { ...view, where: [{ id }] })
  if (!engraving) throw new NotFound(`Engraving with id: ${id} was not found`)
  return { engraving }
}
