import type { EntityManager } from '@mikro-orm/postgresql'
import { buildRow, insertStatement, type Row } from '#database/rows.ts'
import { batch, statement } from '#database/statement.ts'
import { LineItemAdjustment } from '#entities/cart/line-item/line-item-adjustment.ts'
import { exceedsMaximum } from '#entities/cart/pricing/price-cart.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { newId } from '#entities/values/id.ts'
import { type OrderSnapshot, readOrder } from '../order/read-order.ts'
import { orderStock } from '../stock/order-stock.ts'
import { computeEditAdjustments } from './edit-adjustments.ts'
import { computeEditTotals, type EditTotals } from './edit-totals.ts'
import type { OrderEdit } from './order-edit.ts'
import { type EditedLine, readEdit } from './read-edit.ts'

/** Computes the adjustments of an edit again after its lines changed. */
export async function recalculateEdit(em: EntityManager, edit: Row<OrderEdit>): Promise<void> {
  await em.flush()
  const stock = await orderStock(em)
  await stock.assertEditCovered(em, edit)
  const order = await readEditedOrder(em, edit)
  const adjustments = computeEditAdjustments(await readEdit(em, edit), order)
  // New ids keep the order of the adjustments of a line.
  const rows = adjustments.map((adjustment) => buildRow(em, LineItemAdjustment, { ...adjustment, id: newId('lia') }))
  await batch(
    em,
    deleteComputedAdjustments.with(edit.id),
    rows.length > 0 ? insertStatement(em, LineItemAdjustment, rows) : undefined,
  )
  const { items } = await readEdit(em, edit)
  if (exceedsMaximum(computeEditTotals(order, items)))
    throw new InvalidData('The total of the order is too large').because({ name: 'total_too_large' })
}

export interface PricedEdit {
  order: OrderSnapshot
  items: EditedLine[]
  totals: EditTotals
}

/** @throws InvalidData or NotAllowed if the order cannot have these items. */
export async function priceEdit(em: EntityManager, edit: Row<OrderEdit>): Promise<PricedEdit> {
  const pricedEdit = await readPricedEdit(em, edit)
  if (pricedEdit.items.length === 0)
    throw new InvalidData('An order must have at least one item').because({ name: 'order_without_items' })
  if (pricedEdit.totals.total < 0)
    throw new NotAllowed('The total of the order cannot be less than the amount that gift cards paid').because({
      name: 'total_below_gift_cards',
    })
  return pricedEdit
}

export async function readPricedEdit(em: EntityManager, edit: Row<OrderEdit>): Promise<PricedEdit> {
  const { items } = await readEdit(em, edit)
  const order = await readEditedOrder(em, edit)
  return { order, items, totals: computeEditTotals(order, items) }
}

const readEditedOrder = async (em: EntityManager, { order_id }: Row<OrderEdit>) =>
  (await readOrder(em, order_id)) as OrderSnapshot

/** Adjustments without a discount and a plugin are not computed, so they stay. */
const deleteComputedAdjustments = statement(`
  delete from line_item_adjustment
  where coalesce(discount_id, plugin) is not null and item_id in (select id from line_item where order_edit_id = $1)`)
