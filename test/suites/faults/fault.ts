import type { KillablePostgres } from './killable-postgres.ts'
import type { ResponseLog } from './retrying-client.ts'

export interface FaultOptions {
  clients: number
  checkouts: number
  /** The same seed injects faults after the same numbers of responses. */
  seed: number
  print: (line: string) => void
  times?: number
  answersBetween?: number
  lines?: number
}

export interface FaultOutcome {
  what: string
  orders: number
  answers: ResponseLog
  violations: string[]
}

export type Fault = (options: FaultOptions & { databaseUrl: string }) => Promise<FaultOutcome>

export type PostgresFault = (options: FaultOptions & { postgres: KillablePostgres }) => Promise<FaultOutcome>
