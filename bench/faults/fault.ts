import type { Answers } from './stubborn.ts'

export interface FaultOptions {
  databaseUrl: string
  clients: number
  checkouts: number
  /** The same seed gives the same moments, counted in requests. */
  seed: number
  say: (line: string) => void
  /** At most, between one kill and the next. */
  requestsBetween?: number
  /** Default: until all have checked out. */
  kills?: number
}

export interface Outcome {
  what: string
  orders: number
  answers: Answers
  /** Empty where all is well. */
  violations: string[]
}

export type Fault = (options: FaultOptions) => Promise<Outcome>
