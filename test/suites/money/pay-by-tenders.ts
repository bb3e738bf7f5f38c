import { type Tender, termsOf } from './customer.ts'
import type { LedgerPayment } from './ledger/order-ledger.ts'

/** The balances pay in their order, each in whole units and up to its maximum. Providers pay the rest. */
export function payByTenders(due: number, tenders: readonly Tender[], fixed: number | null): LedgerPayment[] {
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
  return [...payByProviders(rest, fixed), ...paid]
}

/** Fixed amounts that leave no rest end the split. */
function payByProviders(due: number, fixed: number | null): LedgerPayment[] {
  const payment = { isCaptured: false, isOfSwap: false, refunded: 0 }
  if (due <= 0) return []
  if (fixed === null || fixed >= due) return [{ ...payment, amount: due, provider: 'manual' }]
  return [
    { ...payment, amount: due - fixed, provider: 'manual' },
    { ...payment, amount: fixed, provider: 'till' },
  ]
}
