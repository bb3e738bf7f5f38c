import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { computeDifferenceDue, computeUnknownExcess } from '../order/difference-due.ts'
import type { Order } from '../order/order.ts'
import { readPricedOrder } from '../order/read-order.ts'
import { collectRequestedDifference } from '../payment-collection/collect-difference.ts'
import { isSameBooking } from '../taxes/booked-taxes.ts'

/**
 * Stores the difference of a locked order, the parts of its total, its taxes, the payment status and the amount that a requested
 * edit collects. Returns true if the status changes.
 */
export async function syncPayment(em: EntityManager, order: Row<Order>): Promise<boolean> {
  const { payments, difference_due } = await storeMoney(em, order)
  const isChanged = order.syncPayment(payments, difference_due)
  await collectRequestedDifference(em, order)
  return isChanged
}

/**
 * Works like `syncPayment`, but an order that requires action or was never paid keeps its payment status. An order that was
 * captured because it cost nothing awaits a payment once it costs something.
 */
export async function syncPaymentAfterChange(em: EntityManager, order: Row<Order>): Promise<void> {
  const { payments, difference_due } = await storeMoney(em, order)
  const wasNeverPaid = payments.length === 0 && (difference_due <= 0 || order.payment_status !== 'captured')
  if (order.payment_status === 'requires_action' || wasNeverPaid) order.difference_due = difference_due
  else order.syncPayment(payments, difference_due)
  await collectRequestedDifference(em, order)
}

/** Returns the difference of a locked order. The stored difference can be older than the last change of its rules. */
export const readDifferenceDue = async (em: EntityManager, order: Row<Order>): Promise<number> =>
  (await readMoney(em, order)).difference_due

/** Call it before a change of the total. */
export async function recordEarlierExcess(em: EntityManager, { id }: Row<Order>): Promise<void> {
  const excess = computeUnknownExcess(await readPricedOrder(em, id))
  for (const [refund, excess_amount] of excess) await setExcess(em, refund.id, excess_amount)
}

const setExcess = statement('update refund set excess_amount = $2 where id = $1')

async function storeMoney(em: EntityManager, order: Row<Order>) {
  const money = await readMoney(em, order)
  Object.assign(order, money.sold)
  if (!isSameBooking(order.taxes, money.taxes)) order.taxes = money.taxes
  return money
}

async function readMoney(em: EntityManager, { id }: Row<Order>) {
  await em.flush()
  const order = await readPricedOrder(em, id)
  const { payments, sold, taxes } = order
  return { payments, difference_due: computeDifferenceDue(order), sold, taxes }
}
