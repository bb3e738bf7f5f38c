import { allocate, shareOf, sum } from '#entities/values/money.ts'

export interface ClaimedValue {
  variant_id: string
  quantity: number
  /** The total that the customer paid for the claimed items, in minor units. */
  value: number
}

export interface SentLine {
  variant_id: string
  quantity: number
  /** The total of the line at its price of today, in minor units. */
  total: number
}

/**
 * Returns the value of each sent line. The values add up to the claimed value. A unit of the same variant takes the value of
 * the unit that it replaces. The other units share the rest by their price.
 */
export function allocateReplacedValue(claimed: readonly ClaimedValue[], sent: readonly SentLine[]): number[] {
  const rest = claimed.map((item) => ({ ...item, units: item.quantity }))
  const matched = sent.map((line) => matchUnits(line, rest))
  const restValue = sum(rest.map(({ value, units, quantity }) => value - shareOf(value, quantity - units, quantity)))
  const unmatchedTotals = sent.map(({ total, quantity }, i) => (total * (matched[i]?.units ?? 0)) / quantity)
  const weights = sum(unmatchedTotals) > 0 ? unmatchedTotals : sent.map(({ total }) => total)
  const shares = allocate(restValue, weights)
  return matched.map(({ value }, i) => value + (shares[i] ?? 0))
}

interface RestOfClaim extends ClaimedValue {
  /** The claimed units that no line replaces yet. */
  units: number
}

/** Returns the value of the matching units and the number of units without a match. */
function matchUnits({ variant_id, quantity }: SentLine, claimed: readonly RestOfClaim[]) {
  let units = quantity
  let value = 0
  for (const item of claimed) {
    if (item.variant_id !== variant_id) continue
    const count = Math.min(units, item.units)
    const before = item.quantity - item.units
    value += shareOf(item.value, before + count, item.quantity) - shareOf(item.value, before, item.quantity)
    item.units -= count
    units -= count
  }
  return { units, value }
}
