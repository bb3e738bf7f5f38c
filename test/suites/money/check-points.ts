import { Disagreement } from './disagreement.ts'
import { discountableOf, problemsOfShares } from './ledger/discount.ts'
import { total } from './ledger/exact.ts'
import type { OrderLedger } from './ledger/order-ledger.ts'

/** Checks the parts of the points that the sold lines share: all lines that allow discounts pay with points. */
export function checkPoints({ lines }: OrderLedger, redeemed: number): void {
  const shares = lines.map(({ goods }) => ({
    net: discountableOf({ ...goods, points: 0 }),
    share: goods.points,
    isDiscounted: goods.allowsDiscounts,
  }))
  const payable = total(shares.filter(({ isDiscounted }) => isDiscounted).map(({ net }) => net))
  const [problem] = problemsOfShares(Math.min(redeemed, payable), shares)
  if (problem) throw new Disagreement(`Points: ${problem}`, redeemed, shares)
}
