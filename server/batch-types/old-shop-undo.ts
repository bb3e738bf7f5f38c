import { z } from 'zod'
import { assertImportUndoable } from '#entities/old-shop/assert-undoable.ts'
import { findCustomerUndo, undoCustomers } from '#entities/old-shop/customers/undo-customers.ts'
import { countImportedOrders, undoOrders } from '#entities/old-shop/orders/import-orders.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { defineBatchType } from '#entities/platform/batch-job/batch-type.ts'

const Context = z.looseObject({ batch_job_id: z.string() })
type Context = z.output<typeof Context>

/** Deletes the customers that an import has created within the last day, except customers of orders, carts or notes. */
export const customerImportUndo = defineBatchType<Context>({
  kind: 'import',
  procedures: ['customers.erase'],
  context: Context,
  check: (em, { batch_job_id }) => assertImportUndoable(em, batch_job_id, 'customer-import'),

  async preProcess({ em, context }) {
    await assertImportUndoable(em, context.batch_job_id, 'customer-import')
    const { ids, notices } = await findCustomerUndo(em, context.batch_job_id)
    return previewOf({ CUSTOMER_DELETE: ids.length }, notices)
  },

  async process({ em, context }) {
    await assertImportUndoable(em, context.batch_job_id, 'customer-import')
    const { ids, notices } = await findCustomerUndo(em, context.batch_job_id)
    await undoCustomers(em, ids)
    return { count: ids.length, advancement_count: ids.length, operations: { CUSTOMER_DELETE: ids.length }, notices }
  },
})

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
