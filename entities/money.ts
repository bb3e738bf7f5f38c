/** The largest single amount, in minor units: far above any price, and small enough that percentages of it stay exact. */
export const MAX_AMOUNT = 999_999_999_999

/** How far below a half still counts as the half: products with a rate and sums of shares may end just short of it. */
const HALF_TOLERANCE = 1e-6

/** Rounds to whole minor units, halves up: -0.5 gives 0, never -0. */
export function round(amount: number): number {
  return Math.round(amount + HALF_TOLERANCE) + 0
}

/** `percent` of `amount`, not rounded. */
export function percentOf(amount: number, percent: number): number {
  // Multiplied first: 29 / 100 is no binary fraction, 50 × 29 is a whole number.
  return (amount * percent) / 100
}

/** The sum of the `amount`s of some rows; 0 of none. */
export function sumOfAmounts(rows: readonly { amount: number }[]): number {
  let total = 0
  for (const row of rows) total += row.amount
  return total
}
