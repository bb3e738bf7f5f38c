import { quantile } from '../quantiles.ts'
import type { Environment } from '../result.ts'
import { table } from '../table.ts'
import type { Memory } from './serve-memory.ts'

export interface Slice extends Memory {
  /** End of the slice, in seconds since the start. */
  seconds: number
  requests: number
  p50: number
  p99: number
  visitors: number
  connections: number
  errors: number
}

export interface Load {
  environment: Environment
  quick: boolean
  visitsPerSecond: number
  visits: number
  requests: number
  slices: Slice[]
  /** Ratio of the last third to the first third, without the first slice. */
  steady: { p50: number; p99: number; heap: number }
  errors: Record<string, number>
  violations: string[]
}

/** Response times of a slice, in milliseconds. */
export type Durations = readonly number[]

export function steadinessOf(slices: readonly Slice[], took: readonly Durations[]): Load['steady'] {
  const third = Math.max(1, Math.floor((slices.length - 1) / 3))
  const times = (of: (which: { slices: Slice[]; took: number[] }) => number) =>
    of({ slices: slices.slice(-third), took: took.slice(-third).flat() }) /
    of({ slices: slices.slice(1, 1 + third), took: took.slice(1, 1 + third).flat() })
  return {
    p50: times((part) => quantile(part.took, 0.5)),
    p99: times((part) => quantile(part.took, 0.99)),
    heap: times((part) => part.slices.reduce((sum, { heap }) => sum + heap, 0)),
  }
}

export function tableOf({ slices, visitsPerSecond }: Load): string {
  const head = [
    'seconds',
    'requests',
    'p50 ms',
    'p99 ms',
    'visitors',
    'MB resident',
    'MB heap',
    'connections',
    'errors',
  ]
  const rows = slices.map((one) => [
    one.seconds.toFixed(0),
    String(one.requests),
    one.p50.toFixed(1),
    one.p99.toFixed(1),
    String(one.visitors),
    one.resident.toFixed(0),
    one.heap.toFixed(1),
    String(one.connections),
    String(one.errors),
  ])
  return table(`${visitsPerSecond} visits a second`, [head, ...rows])
}
