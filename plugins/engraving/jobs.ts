import type { EntityManager } from '@mikro-orm/postgresql'
import { defineJob, entityWithFields, insertRow, inTransaction, LineItem, lockRow, lockRows, Order } from 'cartwright'
import { z } from 'zod'
import { fields, textOf } from './engraved-lines.ts'
import { EngravingTask } from './engraving-task.ts'

/** Creates a task for each engraved line of an order. */
export const planEngravings = defineJob({
  name: 'engraving.plan',
  payload: z.object({ order_id: z.string() }),
  run: ({ order_id }, shop) => inTransaction(shop.em, (em) => createTasks(em, order_id)),
})

export async function hasEngravings(em: EntityManager, order_id: string): Promise<boolean> {
  const lines = entityWithFields(LineItem, fields.line_item)
  return (await em.count(lines, { order_id, engraving: { $ne: null } })) > 0
}

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
