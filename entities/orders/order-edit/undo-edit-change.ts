import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, getRow, type Row } from '#database/rows.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { cloneLines } from './clone-lines.ts'
import { pickLineQuantities } from './edit-line-rules.ts'
import { deleteEditLines } from './edit-statements.ts'
import { lockEdit } from './lock-edit.ts'
import type { OrderEdit } from './order-edit.ts'
import { OrderItemChange } from './order-item-change.ts'
import { recalculateEdit } from './recalculate-edit.ts'
import { revertEditChanges } from './record-edit-change.ts'

export async function undoEditChange(
  em: EntityManager,
  { id, change_id }: { id: string; change_id: string },
): Promise<void> {
  const { edit } = await lockEdit(em, id)
  edit.assertEditable('Cannot delete an item change from an order edit with status')
  const change = await findRow(em, OrderItemChange, { id: change_id })
  if (!change) throw new NotFound(`Order edit item change ${change_id} was not found`)
  if (change.order_edit_id !== id)
    throw new InvalidData(
      `The item change you are trying to delete doesn't belong to the OrderEdit with id: ${id}.`,
    ).because({ name: 'entry_missing' })
  await revertEditChanges(em, [change])
  await restoreLine(em, edit, change)
  await recalculateEdit(em, edit)
}

async function restoreLine(em: EntityManager, edit: Row<OrderEdit>, change: Row<OrderItemChange>): Promise<void> {
  const { line_item_id, original_line_item_id } = change
  switch (change.type) {
    case 'item_add':
      await deleteEditLines(em, [line_item_id as string])
      break
    case 'item_update':
      await restoreQuantity(em, line_item_id as string, original_line_item_id as string)
      break
    case 'item_remove':
      await cloneLines(em, edit, original_line_item_id as string)
      break
    default: {
      change.type satisfies never
    }
  }
}

async function restoreQuantity(em: EntityManager, id: string, original_id: string): Promise<void> {
  const line = await getRow(em, LineItem, { id })
  Object.assign(line, pickLineQuantities(await getRow(em, LineItem, { id: original_id })))
}
