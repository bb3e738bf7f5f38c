import { type Tender, termsOf } from './customer.ts'
import type { LedgerPayment } from './ledger/order-ledger.ts'

/** The balances pay in their order, each in whole units and up to its maximum. A provider pays the rest. */
export function payByTenders(due: number, tenders: readonly Tender[]): LedgerPayment[] {
  let rest = due
  const paid = tenders.flatMap((tender): LedgerPayment[] => {
    const { worth, isRefundedFirst } = termsOf(tender)
    const units = Math.min(tender.units, Math.floor(Math.min(rest, tender.max_amount ?? rest) / worth))
    if (units <= 0) return []
    const amount = units * worth
    rest -= amount
    const { kind } = tender
    return [
      { amount, isCaptured: true, isOfSwap: false, refunded: 0, tender: { kind, isRefundedFirst, units, returned: 0 } },
    ]
  })
  return rest > 0 ? [{ amount: rest, isCaptured: false, isOfSwap: false, refunded: 0 }, ...paid] : paid
}
