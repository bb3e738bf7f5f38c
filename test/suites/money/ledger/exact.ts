/** Rates and percentages are whole hundredths of a percent, so that no fraction is ever a binary one: 7.25 % is 725. */
export const WHOLE = 10_000

/** `amount × part / whole`, rounded half up, without binary fractions. */
export function roundedShare(amount: number, part: number, whole: number): number {
  const [product, divisor] = [BigInt(amount) * BigInt(part), BigInt(whole)]
  const doubled = 2n * product + divisor
  const quotient = doubled / (2n * divisor)
  const isBelow = doubled < 0n && quotient * 2n * divisor !== doubled
  return Number(isBelow ? quotient - 1n : quotient)
}

export const total = (amounts: readonly number[]): number => amounts.reduce((one, other) => one + other, 0)
