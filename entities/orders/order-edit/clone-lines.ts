import type { EntityManager, RequiredEntityData } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { LineItemAdjustment } from '#entities/cart/line-item/line-item-adjustment.ts'
import { LineItemTaxLine } from '#entities/cart/line-item/line-item-tax-line.ts'
import { readOrder } from '../order/read-order.ts'
import type { OrderEdit } from './order-edit.ts'

/** Clones the lines of an order, or one of them, with taxes and discounts, into an edit of it. */
export async function cloneLines(em: EntityManager, edit: OrderEdit, only?: string): Promise<void> {
  const { items } = (await readOrder(em, edit.order_id))!
  const own = { cart_id: null, order_id: null, order_edit_id: edit.id }
  for (const line of items.filter(({ id }) => !only || id === only)) {
    const { adjustments, tax_lines, ...stored } = line as object as LineRows
    const { id } = insertRow(em, LineItem, { ...toNewRow(stored), ...own, original_item_id: line.id })
    for (const one of adjustments) insertRow(em, LineItemAdjustment, { ...toNewRow(one), item_id: id })
    for (const one of tax_lines) insertRow(em, LineItemTaxLine, { ...toNewRow(one), item_id: id })
  }
}

/** What `readOrder` reads of a line is all that is stored of it. */
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
