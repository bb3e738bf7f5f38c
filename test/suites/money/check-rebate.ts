import { Disagreement } from './disagreement.ts'
import { discountableOf, problemsOfShares } from './ledger/discount.ts'
import { total } from './ledger/exact.ts'
import type { OrderLedger } from './ledger/order-ledger.ts'

/** Checks the parts of the rebate that the sold lines share: all lines that allow discounts. */
export function checkRebate({ lines }: OrderLedger, rebate: number): void {
  const shares = lines.map(({ goods }) => ({
    net: discountableOf({ ...goods, rebate: 0 }),
    share: goods.rebate,
    isDiscounted: goods.allowsDiscounts,
  }))
  const payable = total(shares.filter(({ isDiscounted }) => isDiscounted).map(({ net }) => net))
  const [problem] = problemsOfShares(Math.min(rebate, payable), shares)
  if (problem) throw new Disagreement(`Rebate: ${problem}`, rebate, shares)
}
