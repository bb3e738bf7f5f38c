import { Disagreement } from './disagreement.ts'
import { problemsOfShares } from './ledger/discount.ts'
import type { OrderLedger } from './ledger/order-ledger.ts'

/** Checks the parts of a discount that the sold lines share. An edit checks the sum of its parts. */
export function checkSharing({ sharing }: OrderLedger): void {
  if (!sharing) return
  const [problem] = problemsOfShares(sharing.amount, sharing.shares)
  if (problem) throw new Disagreement(problem, sharing.amount, sharing.shares)
}
