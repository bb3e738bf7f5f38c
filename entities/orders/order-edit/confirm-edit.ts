import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { lineTotals } from '#entities/cart/pricing/line-totals.ts'
import { giveBackStock, insufficientStock, lockStock, takeStock } from '#entities/cart/stock/take-stock.ts'
import { NotAllowed } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import type { OrderLineSnapshot } from '../order/read-order.ts'
import { syncFulfillmentStatus } from '../order/sync-fulfillment-status.ts'
import { assignPaymentsToOrder } from '../payment-collection/record-collection-payments.ts'
import { advanceEdit } from './advance-edit.ts'
import { packedItemError } from './change-edit.ts'
import { type LockedEdit, lockEdit } from './lock-edit.ts'
import type { OrderEdit } from './order-edit.ts'
import { type PricedEdit, priceEdit, QUANTITY_DIFFERENCE_SQL } from './recalculate-edit.ts'
import { replaceOrderLines } from './replace-order-lines.ts'

export interface EditConfirmation {
  id: string
  /** A user or a customer; null where nobody is logged in. */
  by: string | null
}

/**
 * Makes an edit the order, once however often it is called: its lines take the place of those of the order, and stock is
 * taken, or given back, for the difference. What was paid for it becomes payments of the order; what was not stays to be paid.
 * @throws NotFound. NotAllowed where the edit or the order is over, where lines that it changes, or only their price, were packed
 * meanwhile, and where the stock does not cover it. As `priceToAgree`.
 */
export async function confirmEdit(em: EntityManager, { id, by }: EditConfirmation): Promise<void> {
  const locked = await lockEdit(em, id)
  const { edit } = locked
  if (edit.status === 'confirmed') return
  advanceEdit(edit, 'confirmed', by)
  await applyEditToOrder(em, locked, await priceEdit(em, edit))
}

/** Of an edit that is locked, and was confirmed just now. @throws as `confirmEdit`. */
export async function applyEditToOrder(
  em: EntityManager,
  { edit, order }: LockedEdit,
  agreed: PricedEdit,
): Promise<void> {
  if (order.status === 'canceled') throw new NotAllowed('A canceled order cannot be edited')
  refusePacked(agreed)
  await moveStock(em, edit)
  await em.flush()
  await replaceOrderLines(em, edit)
  // Else somebody has to look after it.
  if (order.fulfillment_status !== 'requires_action') await syncFulfillmentStatus(em, order)
  if (edit.payment_collection_id) await assignPaymentsToOrder(em, edit.payment_collection_id, order)
  await announce(em, 'order-edit.confirmed', { id: edit.id })
}

/** Of a piece that comes back or is claimed the line is packed. */
function refusePacked({ order, items }: PricedEdit): void {
  const own = new Map(items.map((line) => [line.original_item_id, line]))
  const changed = order.items.find((line) => line.fulfilled_quantity && !isSame(own.get(line.id), line))
  if (changed) throw packedItemError(changed.id)
}

/** Whether there are as many pieces, at the same price. */
const isSame = (own: OrderLineSnapshot | undefined, line: OrderLineSnapshot): boolean =>
  own?.quantity === line.quantity && lineTotals(own).total === lineTotals(line).total

async function moveStock(em: EntityManager, { id, order_id }: OrderEdit): Promise<void> {
  const moved = await selectQuantitiesToMove(em, id, order_id)
  const wanted = moved.map((line) => ({ ...line, quantity: Math.max(0, line.quantity) }))
  const short = new Set(await lockStock(em, wanted))
  const [first] = moved.filter(({ variant_id, quantity }) => quantity > 0 && short.has(variant_id))
  if (first) throw insufficientStock(first.variant_id)
  await takeStock(
    em,
    wanted.filter(({ quantity }) => quantity > 0),
  )
  const given = moved.filter(({ quantity }) => quantity < 0)
  await giveBackStock(
    em,
    given.map((line) => ({ ...line, quantity: -line.quantity })),
  )
}

const selectQuantitiesToMove = statement<{ variant_id: string; quantity: number }>(
  `select * from (${QUANTITY_DIFFERENCE_SQL}) difference where quantity <> 0 order by variant_id`,
)
