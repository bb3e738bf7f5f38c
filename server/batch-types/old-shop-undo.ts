import { z } from 'zod'
import { assertImportUndoable } from '#entities/old-shop/assert-undoable.ts'
import {
  beginCustomerUndo,
  CustomerUndo,
  keptCustomers,
  undoCustomerPart,
} from '#entities/old-shop/customers/undo-customers.ts'
import { countImportedOrders, undoOrders } from '#entities/old-shop/orders/import-orders.ts'
import type { BatchNotice, BatchResult } from '#entities/platform/batch-job/batch-job.ts'
import { type BatchRun, defineBatchType } from '#entities/platform/batch-job/batch-type.ts'

const Context = z.looseObject({ batch_job_id: z.string() })
type Context = z.output<typeof Context>

type UndoResult = BatchResult & { operations: Record<string, number> }

/** Deletes the customers that an import has created within the last day, except customers of orders, carts or notes. */
export const customerImportUndo = defineBatchType<Context>({
  kind: 'import',
  inParts: true,
  procedures: ['customers.erase'],
  context: Context,
  check: (em, { batch_job_id }) => assertImportUndoable(em, batch_job_id, 'customer-import'),

  async preProcess(run) {
    const { next_part, progress, operations, notices } = await undoCustomers(run)
    if (next_part) await run.advance({ progress })
    const preview = previewOf(operations, notices ?? [])
    return { result: { ...preview.result, next_part, progress: 0 } }
  },

  process: undoCustomers,
})

async function undoCustomers({ em, context, result }: BatchRun<Context>): Promise<UndoResult> {
  const { batch_job_id } = context
  const state = await undoCustomerPart(em, batch_job_id, await stateOf())
  const { deleted: count, handled, total } = state
  const done = { advancement_count: count, operations: { CUSTOMER_DELETE: count } }
  if (!state.is_done) return { ...done, progress: Math.min(handled / (total || 1), 1), next_part: state }
  return { ...done, count, progress: 1, notices: keptCustomers(state) }

  async function stateOf(): Promise<CustomerUndo> {
    if (result.next_part !== undefined) return CustomerUndo.parse(result.next_part)
    await assertImportUndoable(em, batch_job_id, 'customer-import')
    return beginCustomerUndo(em, batch_job_id)
  }
}

/** Deletes the past orders that an import has created within the last day. */
export const pastOrderImportUndo = defineBatchType<Context>({
  kind: 'import',
  procedures: ['orders.update', 'customers.erase'],
  context: Context,
  check: (em, { batch_job_id }) => assertImportUndoable(em, batch_job_id, 'past-order-import'),

  async preProcess({ em, context }) {
    await assertImportUndoable(em, context.batch_job_id, 'past-order-import')
    return previewOf({ PAST_ORDER_DELETE: await countImportedOrders(em, context.batch_job_id) }, [])
  },

  async process({ em, context }) {
    await assertImportUndoable(em, context.batch_job_id, 'past-order-import')
    const count = await undoOrders(em, context.batch_job_id)
    return { count, advancement_count: count, operations: { PAST_ORDER_DELETE: count } }
  },
})

function previewOf(operations: Record<string, number>, notices: BatchNotice[]) {
  const count = Object.values(operations).reduce((sum, one) => sum + one, 0)
  const message = `${count} rows will be deleted`
  return {
    result: {
      ...{ count, advancement_count: 0, operations, notices },
      stat_descriptors: [{ key: 'import-undo-count', name: 'Rows to delete', message }],
    },
  }
}
