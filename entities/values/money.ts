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

/**
 * `percent` of a whole `amount` that is not negative, in whole minor units, halves up. `percent` has at most two decimals.
 * Computed in integers, so it is exact for every amount up to `MAX_AMOUNT`.
 */
export function roundedPercentOf(amount: number, percent: number): number {
  const hundredths = Math.round(percent * 100)
  // `amount * hundredths` can exceed the safe integers, so the ten-thousands of `amount` are multiplied separately.
  const rest = amount % 10_000
  return ((amount - rest) / 10_000) * hundredths + Math.floor((rest * hundredths + 5_000) / 10_000)
}

/** The sum of some amounts; 0 of none. */
export function sum(amounts: readonly number[]): number {
  let total = 0
  for (const amount of amounts) total += amount
  return total
}

/** The sum of the `amount`s of some rows; 0 of none. */
export function sumOfAmounts(rows: readonly { amount: number }[]): number {
  let total = 0
  for (const row of rows) total += row.amount
  return total
}

/**
 * What some `pieces` of `quantity` come to where all of them come to `total`: whole minor units. Taken one after the
 * other, pieces are worth the difference, so that they never come to more than `total`, and all of them to just that.
 */
export function shareOf(total: number, pieces: number, quantity: number): number {
  return pieces >= quantity ? total : round((total * pieces) / quantity)
}

/** The amounts as far as they fit into `most` together, the last ones cut; none is negative. */
export function capAmounts(most: number, amounts: readonly number[]): readonly number[] {
  if (sum(amounts) <= most) return amounts
  let left = Math.max(0, most)
  return amounts.map((amount) => {
    const cut = Math.min(amount, left)
    left -= cut
    return cut
  })
}

/** Splits `amount` by weights that are not negative, evenly where all are 0. The shares add up to it where there are any. */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const isEven = sum(weights) === 0
  const whole = isEven ? weights.length : sum(weights)
  let weighed = 0
  let given = 0
  return weights.map((weight) => {
    weighed += isEven ? 1 : weight
    const share = shareOf(amount, weighed, whole) - given
    given += share
    return share
  })
}
