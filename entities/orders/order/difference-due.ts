import { limitTotal, sum, sumOfAmounts } from '#entities/values/money.ts'
import { type CountablePayment, isOwnPayment, isUncanceledPayment } from './payment-filters.ts'

export interface OrderAmounts {
  /** The total of the lines, including items that were returned, claimed or swapped. */
  total: number
  payments: readonly (CountablePayment & { id: string; amount: number })[]
  /** Excludes failed refunds. */
  refunds: readonly RefundAmount[]
  /** Unpaid goods that came back. */
  settled_debts?: readonly { amount: number }[]
}

interface RefundAmount {
  amount: number
  excess_amount?: number | null | undefined
  claim_order_id?: string | null | undefined
  swap_id?: string | null | undefined
  return_id?: string | null | undefined
}

/**
 * Returns what the customer still owes, in minor units, or, if negative, what the shop owes the customer. Authorized payments
 * cover a debt of the customer, and only captured ones make a debt of the shop. Ignores payments of swaps and refunds of
 * returned items. A refund of more than the shop owed is a gift, which the customer does not owe.
 */
export function computeDifferenceDue(amounts: OrderAmounts): number {
  const { cost, paid, captured } = computeBalance(amounts)
  return Math.min(0, cost - captured) + Math.max(0, cost - paid)
}

/** Returns the part of the order that no captured payment covers, in minor units. */
export function computeAmountToCapture(amounts: OrderAmounts): number {
  const { cost, captured } = computeBalance(amounts)
  return Math.max(0, cost - captured)
}

/** Returns the part of a refund that pays back what the shop owes. `difference_due` is the difference before the refund. */
export const computeExcess = (refund: number, difference_due: number): number =>
  Math.min(refund, Math.max(0, 0 - difference_due))

/**
 * Returns the excess of each refund without a recorded one. Call it before a change of the total: afterwards it is unknown
 * whether such a refund was a gift.
 */
export function computeUnknownExcess<Refund extends RefundAmount>(
  amounts: Omit<OrderAmounts, 'refunds'> & { refunds: readonly Refund[] },
): Map<Refund, number> {
  const refunds = amounts.refunds.filter(isUnknown)
  const shares = limitTotal(
    computeBalance(amounts).unknownExcess,
    refunds.map(({ amount }) => amount),
  )
  return new Map(refunds.map((refund, i) => [refund, shares[i] ?? 0]))
}

/** `cost` is the total, without the goods that came back unpaid, and what refunds paid back of an excess. */
function computeBalance({ total, payments, refunds, settled_debts = [] }: OrderAmounts) {
  const ownPayments = payments.filter((payment) => isOwnPayment(payment) && isUncanceledPayment(payment))
  const paid = sumOfAmounts(ownPayments)
  const captured = sumOfAmounts(ownPayments.filter(({ captured_at }) => captured_at))
  const excess = sum(refunds.map(({ excess_amount }) => excess_amount ?? 0))
  const unknown = sumOfAmounts(refunds.filter(isUnknown))
  const unknownExcess = Math.max(0, Math.min(unknown, captured - excess - total))
  return { cost: total + excess + unknownExcess - sumOfAmounts(settled_debts), paid, captured, unknownExcess }
}

const isUnknown = (refund: RefundAmount): boolean => refund.excess_amount == null && !isForReturnedItems(refund)

/** Does not check the reason, since an administrator can choose the reason "return" for any refund. */
const isForReturnedItems = ({ claim_order_id, swap_id, return_id }: RefundAmount): boolean =>
  Boolean(claim_order_id || swap_id || return_id)
