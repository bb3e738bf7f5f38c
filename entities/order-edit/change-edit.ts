import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '../base.ts'
import { LineItem } from '../cart/line-item.ts'
import { LineItemTaxLine } from '../cart/line-item-tax-line.ts'
import { lineOf, priceFor, refuseUnknown } from '../cart/put-lines.ts'
import { InvalidData, NotAllowed, NotFound } from '../errors.ts'
import { announce, announceAll } from '../event/announce.ts'
import { type SellableVariant, sellableVariants } from '../product/sellable-variants.ts'
import { add } from '../rows.ts'
import { ratesFor } from '../tax/tax.ts'
import { dropChanges, dropLines } from './drop-lines.ts'
import { lockEditToChange } from './lock-edit.ts'
import type { OrderEdit } from './order-edit.ts'
import { OrderItemChange } from './order-item-change.ts'
import { settleEdit } from './settle-edit.ts'

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
export async function addLine(em: EntityManager, { id, variant_id, quantity, metadata }: AddedLine): Promise<void> {
  const { edit, order } = await lockEditToChange(em, id, 'Can not add an item to the edit with status')
  const { region_id, customer_id } = order
  const { market, variants } = await sellableVariants(em, [variant_id], { region_id, customer_id, is_shop: true })
  refuseUnknown([{ variant_id }], variants)
  const variant = variants.get(variant_id) as SellableVariant
  refuseGiftCards(variant.product)
  const price = priceFor(variant, market, quantity)
  const own = { order_edit_id: id, quantity, metadata: metadata ?? {} }
  const line = add(em, LineItem, { ...lineOf(variant), ...price, ...own })
  for (const { rate, name, code } of ratesFor(variant.linked_rates, market.region.tax_rate))
    add(em, LineItemTaxLine, { item_id: line.id, rate, name, code })
  await em.flush()
  await noteChange(em, edit, { type: 'item_add', line_item_id: line.id })
  await settleEdit(em, edit)
}

export interface ItemOfEdit {
  id: string
  item_id: string
}

/**
 * Sets the quantity of a line of an edit, at the price that was agreed.
 * @throws NotFound. InvalidData for a line of something else. NotAllowed as `addLine`, and for pieces that are packed.
 */
export async function changeLine(
  em: EntityManager,
  { id, item_id, quantity }: ItemOfEdit & { quantity: number },
): Promise<void> {
  const { edit } = await lockEditToChange(em, id, `Can not update an item on the order edit ${id} with the status`)
  const line = await em.findOne(LineItem, { id: item_id })
  if (!line) throw new NotFound(`Line item with ${item_id} was not found`)
  refuseForeign(line, edit)
  refuseGiftCards(line)
  if (line.original_item_id) Object.assign(line, piecesOf(await untouched(em, line.original_item_id)))
  line.quantity = quantity
  if (!(await em.count(OrderItemChange, { line_item_id: item_id }))) {
    const change = { original_line_item_id: line.original_item_id!, line_item_id: item_id }
    await noteChange(em, edit, { type: 'item_update', ...change })
  }
  await settleEdit(em, edit)
}

/**
 * Takes a line of the order out of an edit; one that is not there is gone. What was added is taken out by undoing that.
 * @throws as `changeLine`.
 */
export async function removeLine(em: EntityManager, { id, item_id }: ItemOfEdit): Promise<void> {
  const { edit } = await lockEditToChange(em, id, `Can not update an item on the order edit ${id} with the status`)
  const line = await em.findOne(LineItem, { id: item_id })
  if (!line) return
  refuseForeign(line, edit)
  const { original_item_id } = line
  if (!original_item_id) throw foreign(line, edit)
  refuseGiftCards(line)
  await untouched(em, original_item_id)
  await undo(em, await em.find(OrderItemChange, { line_item_id: item_id }))
  await dropLines(em, [item_id])
  await noteChange(em, edit, { type: 'item_remove', original_line_item_id: original_item_id })
  await settleEdit(em, edit)
}

/** Forgets changes, of an edit that is locked. */
export async function undo(em: EntityManager, changes: readonly OrderItemChange[]): Promise<void> {
  await em.flush()
  await dropChanges(
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
  const { id } = add(em, OrderItemChange, { order_edit_id: edit.id, ...change })
  await announce(em, 'order-edit-item-change.CREATED', { id })
}

/** The line of the order as it is now. @throws NotAllowed where pieces of it are packed. */
async function untouched(em: EntityManager, id: string): Promise<LineItem> {
  const original = await em.findOneOrFail(LineItem, { id })
  if (original.fulfilled_quantity) throw packed(id)
  return original
}

export const packed = (id: string) =>
  new NotAllowed(`The line item ${id} is part of a fulfillment and cannot be edited`)

/** How many pieces a line has, and how far they are. */
export const piecesOf = ({ quantity, fulfilled_quantity, shipped_quantity, returned_quantity }: LineItem) => ({
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
