import type { EntityManager } from '@mikro-orm/postgresql'
import { defineJob, insertRow, inTransaction, LineItem, lockRow, lockRows, Order, statement } from 'cartwright'
import { z } from 'zod'
import { textOf } from './engraved-lines.ts'
import { EngravingTask } from './engraving-task.ts'

/** Creates a task for each engraved line of an order. */
export const planEngravings = defineJob({
  name: 'engraving.plan',
  payload: z.object({ order_id: z.string() }),
  run: ({ order_id }, shop) => inTransaction(shop.em, (em) => createTasks(em, order_id)),
})

export const hasEngravings = async (em: EntityManager, order_id: string): Promise<boolean> =>
  (await selectEngravedLine(em, order_id)).length > 0

const selectEngravedLine = statement<object>(
  'select from line_item where order_id = $1 and engraving is not null limit 1',
)

/** The lock of the order makes a second run wait, and the second run then finds the tasks. */
async function createTasks(em: EntityManager, order_id: string): Promise<void> {
  await lockRow(em, Order, { id: order_id })
  const lines = await lockRows(em, LineItem, { order_id }, 'key share')
  const tasks = await em.find(EngravingTask, { order_id })
  for (const line of lines) {
    const text = textOf(line)
    const isPlanned = tasks.some(({ line_item_id }) => line_item_id === line.id)
    if (text && !isPlanned) insertRow(em, EngravingTask, { order_id, line_item_id: line.id, text })
  }
}
