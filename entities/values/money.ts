/** Maximum amount in minor units. Up to this amount, percentages are exact. */
export const MAX_AMOUNT = 999_999_999_999

/** A floating-point error may put a half slightly below the half. The tolerance still rounds it up. */
const HALF_TOLERANCE = 1e-6

/** Rounds halves up: -0.5 gives 0, never -0. */
export function round(amount: number): number {
  return Math.round(amount + HALF_TOLERANCE) + 0
}

export function percentOf(amount: number, percent: number): number {
  // Multiplication comes first, because `percent / 100` may not be exact.
  return (amount * percent) / 100
}

/** Rounds halves up, exactly. `amount` is a non-negative integer, and `percent` has at most two decimals. */
export function roundedPercentOf(amount: number, percent: number): number {
  const hundredths = Math.round(percent * 100)
  // `amount * hundredths` can exceed the safe integers, so multiples of 10,000 are multiplied separately.
  const remainder = amount % 10_000
  return ((amount - remainder) / 10_000) * hundredths + Math.floor((remainder * hundredths + 5_000) / 10_000)
}

export function sum(amounts: readonly number[]): number {
  let total = 0
  for (const amount of amounts) total += amount
  return total
}

export function sumOfAmounts(rows: readonly { amount: number }[]): number {
  let total = 0
  for (const row of rows) total += row.amount
  return total
}

/**
 * Returns the share of `total` for the first `units` of `quantity` units. Compute the share of later units as a
 * difference, so that all shares add up to `total`.
 */
export function shareOf(total: number, units: number, quantity: number): number {
  return units >= quantity ? total : round((total * units) / quantity)
}

/** Reduces the last amounts so that the sum is at most `maximum`. */
export function limitTotal(maximum: number, amounts: readonly number[]): readonly number[] {
  if (sum(amounts) <= maximum) return amounts
  let remaining = Math.max(0, maximum)
  return amounts.map((amount) => {
    const limited = Math.min(amount, remaining)
    remaining -= limited
    return limited
  })
}

/** Splits `amount` by `weights` into integers that add up to `amount`. If all weights are 0, it splits evenly. */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const splitsEvenly = sum(weights) === 0
  const totalWeight = splitsEvenly ? weights.length : sum(weights)
  let weightSoFar = 0
  let allocated = 0
  return weights.map((weight) => {
    weightSoFar += splitsEvenly ? 1 : weight
    const share = shareOf(amount, weightSoFar, totalWeight) - allocated
    allocated += share
    return share
  })
}
