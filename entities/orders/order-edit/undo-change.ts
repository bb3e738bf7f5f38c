import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { lineQuantitiesOf, revertChanges } from './change-edit.ts'
import { cloneLines } from './clone-lines.ts'
import { deleteEditLines } from './delete-edit-lines.ts'
import { lockEditToChange } from './lock-edit.ts'
import { OrderItemChange } from './order-item-change.ts'
import { recalculateEdit } from './recalculate-edit.ts'

/**
 * Undoes a change: what was added is gone, what was removed is there again, and what was changed has the quantity that it
 * has in the order.
 * @throws NotFound. InvalidData for a change of another edit. NotAllowed where the edit is not to be changed any more.
 */
export async function undoEditChange(
  em: EntityManager,
  { id, change_id }: { id: string; change_id: string },
): Promise<void> {
  const { edit } = await lockEditToChange(em, id, 'Cannot delete and item change from an order edit with status')
  const change = await em.findOne(OrderItemChange, { id: change_id })
  if (!change) throw new NotFound(`Order edit item change ${change_id} was not found`)
  if (change.order_edit_id !== id)
    throw new InvalidData(`The item change you are trying to delete doesn't belong to the OrderEdit with id: ${id}.`)
  const { line_item_id, original_line_item_id } = change
  await revertChanges(em, [change])
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
  await recalculateEdit(em, edit)
}

async function restoreQuantity(em: EntityManager, id: string, original_id: string): Promise<void> {
  const line = await em.findOneOrFail(LineItem, { id })
  Object.assign(line, lineQuantitiesOf(await em.findOneOrFail(LineItem, { id: original_id })))
}
