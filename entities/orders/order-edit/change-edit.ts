import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { LineItemTaxLine } from '#entities/cart/line-item/line-item-tax-line.ts'
import { assertVariantsFound, lineAttributesOf, requireUnitPrice } from '#entities/cart/line-item/put-lines.ts'
import { readAssortment, type SellableVariant } from '#entities/cart/line-item/sellable-variants.ts'
import { InvalidData, NotAllowed, NotFound } from '#entities/errors.ts'
import { ratesFor } from '#entities/market/tax/tax.ts'
import { announce, announceAll } from '#entities/platform/event/announce.ts'
import { deleteEditChanges, deleteEditLines } from './delete-edit-lines.ts'
import { lockEditToChange } from './lock-edit.ts'
import type { OrderEdit } from './order-edit.ts'
import { OrderItemChange } from './order-item-change.ts'
import { recalculateEdit } from './recalculate-edit.ts'

/* What those who run the shop change of the lines of an edit. Pieces that are packed already stay as they are. */

export interface AddedLine {
  id: string
  variant_id: string
  quantity: number
  metadata?: Metadata | null | undefined
}

/**
 * Adds pieces of a variant, at the price that they have today for the customer of the order, and with the taxes of its
 * region; they are a line of their own.
 * @throws NotFound. NotAllowed where the edit is not to be changed any more, for gift cards, and where the stock does not
 * cover it. InvalidData for a variant that is not sold, or not here.
 */
export async function addEditLine(em: EntityManager, { id, variant_id, quantity, metadata }: AddedLine): Promise<void> {
  const { edit, order } = await lockEditToChange(em, id, 'Can not add an item to the edit with status')
  const { region_id, customer_id } = order
  const { market, variants } = await readAssortment(em, [variant_id], { region_id, customer_id, is_shop: true })
  assertVariantsFound([{ variant_id }], variants)
  const variant = variants.get(variant_id) as SellableVariant
  refuseGiftCards(variant.product)
  const price = requireUnitPrice(variant, market, quantity)
  const own = { order_edit_id: id, quantity, metadata: metadata ?? {} }
  const line = insertRow(em, LineItem, { ...lineAttributesOf(variant), ...price, ...own })
  for (const { rate, name, code } of ratesFor(variant.linked_rates, market.region.tax_rate))
    insertRow(em, LineItemTaxLine, { item_id: line.id, rate, name, code })
  await em.flush()
  await noteChange(em, edit, { type: 'item_add', line_item_id: line.id })
  await recalculateEdit(em, edit)
}

export interface EditItemIds {
  id: string
  item_id: string
}

/**
 * Sets the quantity of a line of an edit, at the price that was agreed.
 * @throws NotFound. InvalidData for a line of something else. NotAllowed as `addLine`, and for pieces that are packed.
 */
export async function changeEditLine(
  em: EntityManager,
  { id, item_id, quantity }: EditItemIds & { quantity: number },
): Promise<void> {
  const { edit } = await lockEditToChange(em, id, `Can not update an item on the order edit ${id} with the status`)
  const line = await em.findOne(LineItem, { id: item_id })
  if (!line) throw new NotFound(`Line item with ${item_id} was not found`)
  refuseForeign(line, edit)
  refuseGiftCards(line)
  if (line.original_item_id) Object.assign(line, lineQuantitiesOf(await requireUnpackedLine(em, line.original_item_id)))
  line.quantity = quantity
  if (!(await em.count(OrderItemChange, { line_item_id: item_id }))) {
    const change = { original_line_item_id: line.original_item_id!, line_item_id: item_id }
    await noteChange(em, edit, { type: 'item_update', ...change })
  }
  await recalculateEdit(em, edit)
}

/**
 * Takes a line of the order out of an edit; one that is not there is gone. What was added is taken out by undoing that.
 * @throws as `changeLine`.
 */
export async function removeEditLine(em: EntityManager, { id, item_id }: EditItemIds): Promise<void> {
  const { edit } = await lockEditToChange(em, id, `Can not update an item on the order edit ${id} with the status`)
  const line = await em.findOne(LineItem, { id: item_id })
  if (!line) return
  refuseForeign(line, edit)
  const { original_item_id } = line
  if (!original_item_id) throw foreign(line, edit)
  refuseGiftCards(line)
  await requireUnpackedLine(em, original_item_id)
  await revertChanges(em, await em.find(OrderItemChange, { line_item_id: item_id }))
  await deleteEditLines(em, [item_id])
  await noteChange(em, edit, { type: 'item_remove', original_line_item_id: original_item_id })
  await recalculateEdit(em, edit)
}

/** Forgets changes, of an edit that is locked. */
export async function revertChanges(em: EntityManager, changes: readonly OrderItemChange[]): Promise<void> {
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

type NewChange = Pick<OrderItemChange, 'type' | 'original_line_item_id' | 'line_item_id'>

async function noteChange(em: EntityManager, edit: OrderEdit, change: Partial<NewChange> & Pick<NewChange, 'type'>) {
  const { id } = insertRow(em, OrderItemChange, { order_edit_id: edit.id, ...change })
  await announce(em, 'order-edit-item-change.CREATED', { id })
}

/** The line of the order as it is now. @throws NotAllowed where pieces of it are packed. */
async function requireUnpackedLine(em: EntityManager, id: string): Promise<LineItem> {
  const original = await em.findOneOrFail(LineItem, { id })
  if (original.fulfilled_quantity) throw packedItemError(id)
  return original
}

export const packedItemError = (id: string) =>
  new NotAllowed(`The line item ${id} is part of a fulfillment and cannot be edited`)

/** How many pieces a line has, and how far they are. */
export const lineQuantitiesOf = ({ quantity, fulfilled_quantity, shipped_quantity, returned_quantity }: LineItem) => ({
  quantity,
  fulfilled_quantity,
  shipped_quantity,
  returned_quantity,
})

function refuseForeign(line: LineItem, edit: OrderEdit): void {
  if (line.order_edit_id !== edit.id) throw foreign(line, edit)
}

const foreign = (line: LineItem, edit: OrderEdit) =>
  new InvalidData(`Invalid line item id ${line.id} it does not belong to the same order edit ${edit.order_id}.`)

function refuseGiftCards({ is_giftcard }: { is_giftcard: boolean }): void {
  if (is_giftcard) throw new NotAllowed('Gift cards cannot be edited')
}
