import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import type { Payment } from '#entities/cart/payment/payment.ts'
import { maybeKind } from '#entities/promotions/balance/tender-kind.ts'

/** Sorts payments in the order in which they are refunded. A kind whose plugin was removed comes last. */
export function inRefundOrder(em: EntityManager, payments: readonly Row<Payment>[]): readonly Row<Payment>[] {
  const rankOf = ({ balance_account_id, data }: Row<Payment>): number => {
    if (!balance_account_id) return 0
    return maybeKind(em, String(data.kind))?.refund === 'first' ? -1 : 1
  }
  return payments.toSorted((a, b) => rankOf(a) - rankOf(b))
}
