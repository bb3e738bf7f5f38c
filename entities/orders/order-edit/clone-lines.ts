import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row } from '#database/rows.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { LineItemAdjustment } from '#entities/cart/line-item/line-item-adjustment.ts'
import { LineItemTaxLine } from '#entities/cart/line-item/line-item-tax-line.ts'
import { readOrder } from '../order/read-order.ts'
import type { OrderEdit } from './order-edit.ts'

/** Copies the lines of the order, or only the line with `lineId`, into the edit. */
export async function cloneLines(em: EntityManager, edit: Row<OrderEdit>, lineId?: string): Promise<void> {
  const { items } = (await readOrder(em, edit.order_id))!
  const owner = { cart_id: null, order_id: null, order_edit_id: edit.id }
  for (const line of items.filter(({ id }) => !lineId || id === lineId)) {
    const { adjustments, tax_lines, product_id: _, ...columns } = line
    const { id } = insertRow(em, LineItem, { ...withoutIdAndTimes(columns), ...owner, original_item_id: line.id })
    for (const adjustment of adjustments)
      insertRow(em, LineItemAdjustment, { ...withoutIdAndTimes(adjustment), item_id: id })
    for (const taxLine of tax_lines) insertRow(em, LineItemTaxLine, { ...withoutIdAndTimes(taxLine), item_id: id })
  }
}

const withoutIdAndTimes = <Row extends object>(row: Row): Omit<Row, 'id' | 'created_at' | 'updated_at'> => ({
  ...row,
  id: undefined,
  created_at: undefined,
  updated_at: undefined,
})
