import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { computeLineTotals } from '#entities/cart/pricing/line-totals.ts'
import { insufficientStock, lockStock, restock, takeStock } from '#entities/cart/stock/take-stock.ts'
import { announce } from '#entities/platform/event/announce.ts'
import type { OrderLineSnapshot } from '../order/read-order.ts'
import { syncFulfillmentStatus } from '../order/sync-fulfillment-status.ts'
import { assignPaymentsToOrder } from '../payment-collection/record-collection-payments.ts'
import { fulfilledLineError } from './edit-line-rules.ts'
import { type LockedEdit, lockEdit } from './lock-edit.ts'
import type { OrderEdit } from './order-edit.ts'
import { type PricedEdit, priceEdit, QUANTITY_DIFFERENCE_SQL } from './recalculate-edit.ts'
import { replaceOrderLines } from './replace-order-lines.ts'

export interface EditConfirmation {
  id: string
  by: string | null
}

/** Confirms an edit and applies it to the order. Repeated calls have no effect. */
export async function confirmEdit(em: EntityManager, { id, by }: EditConfirmation): Promise<void> {
  const lockedEdit = await lockEdit(em, id)
  const { edit } = lockedEdit
  if (edit.status === 'confirmed') return
  edit.confirm(by)
  await applyEditToOrder(em, lockedEdit, await priceEdit(em, edit))
}

export async function applyEditToOrder(
  em: EntityManager,
  { edit, order }: LockedEdit,
  pricedEdit: PricedEdit,
): Promise<void> {
  order.assertNotCanceled('A canceled order cannot be edited')
  assertFulfilledLinesUnchanged(pricedEdit)
  await moveStock(em, edit)
  await em.flush()
  await replaceOrderLines(em, edit)
  if (order.fulfillment_status !== 'requires_action') await syncFulfillmentStatus(em, order)
  if (edit.payment_collection_id) await assignPaymentsToOrder(em, edit.payment_collection_id, order)
  await announce(em, 'order-edit.confirmed', { id: edit.id })
}

function assertFulfilledLinesUnchanged({ order, items }: PricedEdit): void {
  const editLines = new Map(items.map((line) => [line.original_item_id, line]))
  const changedLine = order.items.find((line) => line.fulfilled_quantity && !isSameLine(editLines.get(line.id), line))
  if (changedLine) throw fulfilledLineError(changedLine.id)
}

const isSameLine = (editLine: OrderLineSnapshot | undefined, line: OrderLineSnapshot): boolean =>
  editLine?.quantity === line.quantity && computeLineTotals(editLine).total === computeLineTotals(line).total

async function moveStock(em: EntityManager, { id, order_id }: OrderEdit): Promise<void> {
  const differences = await selectQuantityDifferences(em, id, order_id)
  const additions = differences.map((line) => ({ ...line, quantity: Math.max(0, line.quantity) }))
  // Also locks the variants of returned stock, so that all variants are locked in the order of their ids.
  const shortIds = new Set(await lockStock(em, additions))
  const shortLine = additions.find(({ variant_id, quantity }) => quantity > 0 && shortIds.has(variant_id))
  if (shortLine) throw insufficientStock(shortLine.variant_id)
  await takeStock(
    em,
    additions.filter(({ quantity }) => quantity > 0),
  )
  const removals = differences.filter(({ quantity }) => quantity < 0)
  await restock(
    em,
    removals.map((line) => ({ ...line, quantity: -line.quantity })),
  )
}

const selectQuantityDifferences = statement<{ variant_id: string; quantity: number }>(
  `select * from (${QUANTITY_DIFFERENCE_SQL}) difference where quantity <> 0 order by variant_id`,
)
