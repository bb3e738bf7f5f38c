import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row } from '#database/rows.ts'
import { announce, announceAll } from '#entities/platform/event/announce.ts'
import { deleteEditChanges } from './edit-statements.ts'
import type { OrderEdit } from './order-edit.ts'
import { OrderItemChange } from './order-item-change.ts'

type NewEditChange = Pick<OrderItemChange, 'type'> &
  Partial<Pick<OrderItemChange, 'original_line_item_id' | 'line_item_id'>>

export async function recordEditChange(em: EntityManager, edit: Row<OrderEdit>, change: NewEditChange): Promise<void> {
  const { id } = insertRow(em, OrderItemChange, { order_edit_id: edit.id, ...change })
  await announce(em, 'order-edit-item-change.CREATED', { id })
}

export async function revertEditChanges(em: EntityManager, changes: readonly Row<OrderItemChange>[]): Promise<void> {
  await em.flush()
  await deleteEditChanges(
    em,
    changes.map(({ id }) => id),
  )
  await announceAll(
    em,
    changes.map(({ id }) => ({ name: 'order-edit-item-change.DELETED', payload: { id } }) as const),
  )
}
