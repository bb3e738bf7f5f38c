/** Milliseconds within which so many percent of the requests were answered. */
export interface Latency {
  p50: number
  p95: number
  p99: number
}

export interface Loaded {
  done: number
  perSecond: number
}

/**
 * Has as many clients as told do one thing after the other until the time is over; each ends what it has begun. The rate
 * is the sum of the clients' own, so that those who are done sooner do not count as slow.
 */
export async function load(
  work: (i: number) => Promise<void>,
  { clients, seconds, first = 0 }: { clients: number; seconds: number; first?: number },
): Promise<Loaded> {
  const began = performance.now()
  let next = first
  const client = async (): Promise<Loaded> => {
    let done = 0
    do {
      await work(next++)
      done += 1
    } while (performance.now() - began < seconds * 1000)
    return { done, perSecond: done / ((performance.now() - began) / 1000) }
  }
  const all = await Promise.all(Array.from({ length: clients }, client))
  return {
    done: all.reduce((sum, { done }) => sum + done, 0),
    perSecond: all.reduce((sum, { perSecond }) => sum + perSecond, 0),
  }
}

export function latencyOf(milliseconds: readonly number[]): Latency {
  return { p50: quantile(milliseconds, 0.5), p95: quantile(milliseconds, 0.95), p99: quantile(milliseconds, 0.99) }
}

/** The smallest number that is not below so large a part of all. */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}
