import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, findRows, insertRow } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { assertVariantsFound } from '#entities/cart/line-item/cart-lines.ts'
import { buildLineAttributes, requireUnitPrice } from '#entities/cart/line-item/line-attributes.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { LineItemTaxLine } from '#entities/cart/line-item/line-item-tax-line.ts'
import { readAssortment, type SellableVariant } from '#entities/cart/line-item/sellable-variants.ts'
import { NotFound } from '#entities/errors.ts'
import { fieldValuesIn } from '#entities/platform/field/installed-fields.ts'
import { addedLineTitles } from '../order/added-line-titles.ts'
import { assertSameCurrency } from '../order/assert-same-currency.ts'
import { findAddedLineTaxes } from '../order/find-added-line-taxes.ts'
import {
  assertInEdit,
  assertNoGiftCard,
  foreignLineError,
  pickLineQuantities,
  requireUnfulfilledLine,
} from './edit-line-rules.ts'
import { deleteEditLines } from './edit-statements.ts'
import { lockEdit } from './lock-edit.ts'
import { OrderItemChange } from './order-item-change.ts'
import { recalculateEdit } from './recalculate-edit.ts'
import { recordEditChange, revertEditChanges } from './record-edit-change.ts'

export interface NewEditLine {
  id: string
  variant_id: string
  quantity: number
  metadata?: Metadata | null | undefined
}

/** Adds a line at the current price for the customer of the order. */
export async function addEditLine(
  em: EntityManager,
  { id, variant_id, quantity, metadata, ...fields }: NewEditLine,
): Promise<void> {
  const { edit, order } = await lockEdit(em, id)
  edit.assertEditable('Can not add an item to the edit with status')
  const { region_id, customer_id } = order
  const { market, variants } = await readAssortment(em, [variant_id], { region_id, customer_id, is_shop: true })
  assertSameCurrency(order, market)
  assertVariantsFound([{ variant_id }], variants)
  const variant = variants.get(variant_id) as SellableVariant
  assertNoGiftCard(variant.product)
  const price = requireUnitPrice(variant, market, quantity)
  const lines = [{ variant, price, quantity }]
  const [taxes = []] = await findAddedLineTaxes(em, order, { market, lines })
  const titlesOf = await addedLineTitles(em, order, variants)
  const line = insertRow(em, LineItem, {
    ...fieldValuesIn('line_item', fields),
    ...buildLineAttributes(variant),
    ...titlesOf(variant),
    ...price,
    order_edit_id: id,
    quantity,
    metadata: metadata ?? {},
  })
  for (const { rate, name, code } of taxes) insertRow(em, LineItemTaxLine, { item_id: line.id, rate, name, code })
  await em.flush()
  await recordEditChange(em, edit, { type: 'item_add', line_item_id: line.id })
  await recalculateEdit(em, edit)
}

export interface EditItemIds {
  id: string
  item_id: string
}

/** The price of the line does not change. */
export async function changeEditLine(
  em: EntityManager,
  { id, item_id, quantity, ...fields }: EditItemIds & { quantity: number },
): Promise<void> {
  const { edit } = await lockEdit(em, id)
  edit.assertEditable(`Can not update an item on the order edit ${id} with the status`)
  const line = await findRow(em, LineItem, { id: item_id })
  if (!line) throw new NotFound(`Line item with ${item_id} was not found`)
  assertInEdit(line, edit)
  assertNoGiftCard(line)
  const { original_item_id } = line
  if (original_item_id) Object.assign(line, pickLineQuantities(await requireUnfulfilledLine(em, original_item_id)))
  Object.assign(line, fieldValuesIn('line_item', fields))
  line.quantity = quantity
  if (!(await em.count(OrderItemChange, { line_item_id: item_id }))) {
    const lineIds = { original_line_item_id: original_item_id!, line_item_id: item_id }
    await recordEditChange(em, edit, { type: 'item_update', ...lineIds })
  }
  await recalculateEdit(em, edit)
}

/** @throws InvalidData for a line that the edit added. Undo its change instead. */
export async function removeEditLine(em: EntityManager, { id, item_id }: EditItemIds): Promise<void> {
  const { edit } = await lockEdit(em, id)
  edit.assertEditable(`Can not update an item on the order edit ${id} with the status`)
  const line = await findRow(em, LineItem, { id: item_id })
  if (!line) return
  assertInEdit(line, edit)
  const { original_item_id } = line
  if (!original_item_id) throw foreignLineError(line, edit)
  assertNoGiftCard(line)
  await requireUnfulfilledLine(em, original_item_id)
  await revertEditChanges(em, await findRows(em, OrderItemChange, { line_item_id: item_id }))
  await deleteEditLines(em, [item_id])
  await recordEditChange(em, edit, { type: 'item_remove', original_line_item_id: original_item_id })
  await recalculateEdit(em, edit)
}
