import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow } from '#database/rows.ts'
import { readPricedCart } from '#entities/cart/cart/read-priced-cart.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { InvalidData, NotAllowed, NotFound } from '#entities/errors.ts'
import { lockOpenDraft } from '../draft-order/lock-draft-order.ts'
import { lockOrder } from '../order/lock-order.ts'
import { readAmountToPay } from '../payment/read-amount-to-pay.ts'
import { openDebtCollection } from '../payment-collection/collect-debt.ts'
import { nothingDueError } from '../payment-collection/lock-payment-collection.ts'
import { lockSwapWithCart } from '../swap/lock-swap.ts'
import { Swap } from '../swap/swap.ts'
import { type LinkedRow, revokeLinks } from './payment-link-columns.ts'

/** The row that the customer pays by a link. */
export interface LinkOwner {
  type: 'draft_order' | 'order' | 'swap'
  id: string
}

export interface PayableOwner {
  row: LinkedRow
  email: string
  order_id?: string
  /** What the customer owes now, in minor units. Undefined for a cart, whose total a mail computes. */
  amount?: number
}

/** @throws NotFound. NotAllowed if the customer owes nothing. InvalidData for a draft without items or customer. */
export function lockPayableOwner(
  em: EntityManager,
  providers: PaymentProviders,
  { type, id }: LinkOwner,
): Promise<PayableOwner> {
  if (type === 'draft_order') return lockDraft(em, id)
  return type === 'order' ? lockUnpaidOrder(em, providers, id) : lockUnconfirmedSwap(em, id)
}

/** Makes all payment links of the row invalid. @throws NotFound. NotAllowed for a completed draft. */
export async function revokePaymentLinks(em: EntityManager, { type, id }: LinkOwner): Promise<void> {
  if (type === 'draft_order') revokeLinks((await lockOpenDraft(em, id)).draft)
  else revokeLinks(type === 'order' ? await lockOrder(em, id) : (await lockSwap(em, id)).swap)
}

async function lockDraft(em: EntityManager, id: string): Promise<PayableOwner> {
  const { draft: row, cart } = await lockOpenDraft(em, id)
  if (cart.email) return { row, email: cart.email }
  throw new InvalidData('The draft order has no customer. Set an e-mail first.').because({ name: 'customer_missing' })
}

async function lockUnpaidOrder(em: EntityManager, providers: PaymentProviders, id: string): Promise<PayableOwner> {
  const row = await lockOrder(em, id)
  row.assertNotCanceled('A canceled order cannot be paid')
  const amount = await readAmountToPay(em, providers, row)
  if (amount === 0) throw nothingDueError()
  await openDebtCollection(em, row, amount)
  return { row, email: row.email, order_id: id, amount }
}

async function lockUnconfirmedSwap(em: EntityManager, id: string): Promise<PayableOwner> {
  const { swap: row, order } = await lockSwap(em, id)
  row.assertNotCanceled('A canceled swap cannot be paid')
  if (row.confirmed_at) throw new NotAllowed('The swap is already confirmed').because({ name: 'swap_confirmed' })
  if (!row.cart_id || (await readPricedCart(em, row.cart_id)).totals.total <= 0) throw nothingDueError()
  return { row, email: order.email, order_id: order.id }
}

async function lockSwap(em: EntityManager, id: string) {
  const found = await findRow(em, Swap, { id })
  if (!found) throw new NotFound('Swap was not found')
  return lockSwapWithCart(em, { order_id: found.order_id, swap_id: id })
}
