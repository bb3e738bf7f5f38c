export interface Latency {
  p50: number
  p95: number
  p99: number
}

export function latencyOf(milliseconds: readonly number[]): Latency {
  return { p50: quantile(milliseconds, 0.5), p95: quantile(milliseconds, 0.95), p99: quantile(milliseconds, 0.99) }
}

/** Returns the number below which this share of all numbers lies. `share` is between 0 and 1. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}
