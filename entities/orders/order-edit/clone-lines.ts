import type { EntityManager, RequiredEntityData } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { LineItemAdjustment } from '#entities/cart/line-item/line-item-adjustment.ts'
import { LineItemTaxLine } from '#entities/cart/line-item/line-item-tax-line.ts'
import { readOrder } from '../order/read-order.ts'
import type { OrderEdit } from './order-edit.ts'

/** Copies the lines of the order, or only the line with `lineId`, into the edit. */
export async function cloneLines(em: EntityManager, edit: OrderEdit, lineId?: string): Promise<void> {
  const { items } = (await readOrder(em, edit.order_id))!
  const owner = { cart_id: null, order_id: null, order_edit_id: edit.id }
  for (const line of items.filter(({ id }) => !lineId || id === lineId)) {
    const { adjustments, tax_lines, ...columns } = line as object as LineRows
    const { id } = insertRow(em, LineItem, { ...toNewRow(columns), ...owner, original_item_id: line.id })
    for (const adjustment of adjustments) insertRow(em, LineItemAdjustment, { ...toNewRow(adjustment), item_id: id })
    for (const taxLine of tax_lines) insertRow(em, LineItemTaxLine, { ...toNewRow(taxLine), item_id: id })
  }
}

type LineRows = Omit<RequiredEntityData<LineItem>, 'adjustments' | 'tax_lines'> & {
  adjustments: RequiredEntityData<LineItemAdjustment>[]
  tax_lines: RequiredEntityData<LineItemTaxLine>[]
}

const toNewRow = <Row extends object>(row: Row) => ({
  ...row,
  id: undefined,
  created_at: undefined,
  updated_at: undefined,
})
