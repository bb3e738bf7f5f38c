/** A discount applies from this amount and this quantity on. Null without a minimum. */
export interface Minimum {
  /** In minor units. */
  minimum_amount: number | null
  minimum_quantity: number | null
}

/** The rest up to the minimum. At least one of both is above 0. */
export interface Shortfall {
  missing_amount: number
  missing_quantity: number
}

/**
 * Compares the prices that the shop shows, so with tax if the prices include tax, before discounts. `lines` are the lines that count.
 * Returns undefined if they reach the minimum.
 */
export function findShortfall(
  { minimum_amount, minimum_quantity }: Minimum,
  lines: readonly { unit_price: number; quantity: number }[],
): Shortfall | undefined {
  let amount = 0
  let units = 0
  for (const { unit_price, quantity } of lines) {
    amount += unit_price * quantity
    units += quantity
  }
  const missing_amount = Math.max(0, (minimum_amount ?? 0) - amount)
  const missing_quantity = Math.max(0, (minimum_quantity ?? 0) - units)
  return missing_amount > 0 || missing_quantity > 0 ? { missing_amount, missing_quantity } : undefined
}
