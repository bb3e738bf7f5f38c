import type { EntityManager } from '@mikro-orm/postgresql'
import { getRow, insertRow, type Row } from '#database/rows.ts'
import type { Payment } from '#entities/cart/payment/payment.ts'
import type { Refund } from '#entities/cart/payment/refund.ts'
import { BalanceEntry } from '#entities/promotions/balance/balance-entry.ts'
import { unitsOfRefund } from '#entities/promotions/balance/spend-balances.ts'

/** Adds the refund of a balance to its account. `payment` already includes the refund. Without a lock of the account. */
export async function returnToBalance(em: EntityManager, payment: Row<Payment>, refund: Row<Refund>): Promise<void> {
  const { id: payment_id, amount, amount_refunded: after, balance_account_id: account_id } = payment
  const spending = await getRow(em, BalanceEntry, { payment_id, reason: 'payment' })
  const units = unitsOfRefund({ units: 0 - spending.amount, amount, before: after - refund.amount, after })
  if (units > 0) insertEntry(em, refund, { account_id: account_id as string, amount: units })
}

/** Adds the refund of another payment to an account. */
export function refundToAccount(em: EntityManager, account_id: string, refund: Row<Refund>): void {
  refund.balance_account_id = account_id
  insertEntry(em, refund, { account_id, amount: refund.amount })
}

const insertEntry = (
  em: EntityManager,
  { id: refund_id, order_id }: Row<Refund>,
  { account_id, amount }: { account_id: string; amount: number },
): void => {
  insertRow(em, BalanceEntry, { account_id, amount, reason: 'refund', order_id: order_id ?? null, refund_id })
}
