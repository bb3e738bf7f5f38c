import type { EntityManager } from '@mikro-orm/postgresql'
import { computeLineTotals } from '#entities/cart/pricing/line-totals.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { Step } from '#entities/platform/step/step.ts'
import type { OrderLineSnapshot } from '../order/read-order.ts'
import { syncFulfillmentStatus } from '../order/sync-fulfillment-status.ts'
import { recordEarlierExcess, syncPaymentAfterChange } from '../payment/sync-payment.ts'
import { assignPaymentsToOrder } from '../payment-collection/record-collection-payments.ts'
import { orderStock } from '../stock/order-stock.ts'
import { fulfilledLineError } from './edit-line-rules.ts'
import { type LockedEdit, lockEdit } from './lock-edit.ts'
import { type PricedEdit, priceEdit } from './recalculate-edit.ts'
import { replaceOrderLines } from './replace-order-lines.ts'

export interface EditConfirmation {
  id: string
  by: string | null
}

/** An administrator, or the customer who pays the difference, confirms an edit. */
export const confirmEditStep = new Step<LockedEdit>({
  moment: 'An administrator or the customer confirms an order edit. It changes the lines of the order.',
  context: { order: '', edit: '' },
  fields: ['order', 'line_item'],
})

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
  await confirmEditStep.assertAllowed(em, { order, edit })
  const stock = await orderStock(em)
  await stock.applyEdit(em, edit)
  await em.flush()
  await recordEarlierExcess(em, order)
  await replaceOrderLines(em, edit)
  if (order.fulfillment_status !== 'requires_action') await syncFulfillmentStatus(em, order)
  if (edit.payment_collection_id) await assignPaymentsToOrder(em, edit.payment_collection_id, order)
  else await syncPaymentAfterChange(em, order)
  await announce(em, 'order-edit.confirmed', { id: edit.id })
  confirmEditStep.addEffects(em, { order, edit })
}

function assertFulfilledLinesUnchanged({ order, items }: PricedEdit): void {
  const editLines = new Map(items.map((line) => [line.original_item_id, line]))
  const changedLine = order.items.find((line) => line.fulfilled_quantity && !isSameLine(editLines.get(line.id), line))
  if (changedLine) throw fulfilledLineError(changedLine.id)
}

const isSameLine = (editLine: OrderLineSnapshot | undefined, line: OrderLineSnapshot): boolean =>
  editLine?.quantity === line.quantity && computeLineTotals(editLine).total === computeLineTotals(line).total
