import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, type Row } from '#database/rows.ts'
import type { Payment } from '#entities/cart/payment/payment.ts'
import { BalanceAccount } from '#entities/promotions/balance/balance-account.ts'
import { maybeKind } from '#entities/promotions/balance/tender-kind.ts'

/** Sorts payments in the order in which they are refunded. A kind whose plugin was removed comes last. */
export async function inRefundOrder(
  em: EntityManager,
  payments: readonly Row<Payment>[],
): Promise<readonly Row<Payment>[]> {
  const ids = payments.flatMap(({ balance_account_id }) => balance_account_id ?? [])
  if (ids.length === 0) return payments
  const accounts = await findRows(em, BalanceAccount, { id: ids })
  const rankOf = ({ balance_account_id: id }: Row<Payment>): number => {
    const account = id && accounts.find((one) => one.id === id)
    if (!account) return 0
    return maybeKind(em, account.kind)?.refund === 'first' ? -1 : 1
  }
  return payments.toSorted((a, b) => rankOf(a) - rankOf(b))
}
