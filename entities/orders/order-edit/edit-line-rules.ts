import type { EntityManager } from '@mikro-orm/postgresql'
import { getRow, type Row } from '#database/rows.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import type { OrderEdit } from './order-edit.ts'

export async function requireUnfulfilledLine(em: EntityManager, id: string): Promise<Row<LineItem>> {
  const line = await getRow(em, LineItem, { id })
  if (line.fulfilled_quantity) throw fulfilledLineError(id)
  return line
}

export const fulfilledLineError = (id: string) =>
  new NotAllowed(`The line item ${id} is part of a fulfillment and cannot be edited`).because({
    name: 'line_fulfilled',
  })

export const pickLineQuantities = ({
  quantity,
  fulfilled_quantity,
  shipped_quantity,
  returned_quantity,
}: Row<LineItem>) => ({
  quantity,
  fulfilled_quantity,
  shipped_quantity,
  returned_quantity,
})

export function assertInEdit(line: Row<LineItem>, edit: Row<OrderEdit>): void {
  if (line.order_edit_id !== edit.id) throw foreignLineError(line, edit)
}

export const foreignLineError = (line: Row<LineItem>, edit: Row<OrderEdit>) =>
  new InvalidData(
    `Invalid line item id ${line.id} it does not belong to the same order edit ${edit.order_id}.`,
  ).because({ name: 'entry_missing' })

export function assertNoGiftCard({ is_giftcard }: { is_giftcard: boolean }): void {
  if (is_giftcard) throw new NotAllowed('Gift cards cannot be edited').because({ name: 'gift_card_not_editable' })
}
