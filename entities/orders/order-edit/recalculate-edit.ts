import type { EntityManager } from '@mikro-orm/postgresql'
import { buildRow, insertStatement } from '#database/rows.ts'
import { batch, statement } from '#database/statement.ts'
import { LineItemAdjustment } from '#entities/cart/line-item/line-item-adjustment.ts'
import { exceedsMaximum } from '#entities/cart/pricing/price-cart.ts'
import { insufficientStock } from '#entities/cart/stock/take-stock.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { newId } from '#entities/values/id.ts'
import { type OrderSnapshot, readOrder } from '../order/read-order.ts'
import { computeEditAdjustments } from './edit-adjustments.ts'
import { computeEditTotals, type EditTotals } from './edit-totals.ts'
import type { OrderEdit } from './order-edit.ts'
import { type EditedLine, readEdit } from './read-edit.ts'

/** Computes the adjustments of an edit again after its lines changed. */
export async function recalculateEdit(em: EntityManager, edit: OrderEdit): Promise<void> {
  await em.flush()
  await assertEditStock(em, edit)
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
  if (exceedsMaximum(computeEditTotals(order, items))) throw new InvalidData('The total of the order is too large')
}

export interface PricedEdit {
  order: OrderSnapshot
  items: EditedLine[]
  totals: EditTotals
}

export async function priceEdit(em: EntityManager, edit: OrderEdit): Promise<PricedEdit> {
  const { items } = await readEdit(em, edit)
  if (items.length === 0) throw new InvalidData('An order must have at least one item')
  const order = await readEditedOrder(em, edit)
  const totals = computeEditTotals(order, items)
  if (totals.total < 0)
    throw new NotAllowed('The total of the order cannot be less than the amount that gift cards paid')
  return { order, items, totals }
}

const readEditedOrder = async (em: EntityManager, { order_id }: OrderEdit) =>
  (await readOrder(em, order_id)) as OrderSnapshot

async function assertEditStock(em: EntityManager, { id, order_id }: OrderEdit): Promise<void> {
  const [variant] = await selectShortVariant(em, id, order_id)
  if (variant) throw insufficientStock(variant.id)
}

/** Selects for each variant the quantity in edit `$1` minus the quantity in its order `$2`. */
export const QUANTITY_DIFFERENCE_SQL = `
  select variant_id, sum(case when order_edit_id = $1 then quantity else -quantity end)::int as quantity from line_item
  where (order_edit_id = $1 or order_id = $2) and variant_id is not null group by variant_id`

const selectShortVariant = statement<{ id: string }>(`
  select v.id from product_variant v join (${QUANTITY_DIFFERENCE_SQL}) wanted on wanted.variant_id = v.id
  where wanted.quantity > 0 and v.manage_inventory and not v.allow_backorder and wanted.quantity > v.inventory_quantity
  order by v.id limit 1`)

/** Adjustments without a discount and a plugin are not computed, so they stay. */
const deleteComputedAdjustments = statement(`
  delete from line_item_adjustment
  where coalesce(discount_id, plugin) is not null and item_id in (select id from line_item where order_edit_id = $1)`)
