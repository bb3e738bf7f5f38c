import type { KillablePostgres } from './killable-postgres.ts'
import type { ResponseLog } from './retrying-client.ts'

export interface FaultOptions {
  clients: number
  /** How many at least; clients go on until the last blow that is asked for. */
  checkouts: number
  /** The same seed gives the same moments, counted in answers. */
  seed: number
  print: (line: string) => void
  /** How many blows there are; without it as many as come meanwhile. */
  times?: number
  /** Answers between one blow and the next, at most. */
  answersBetween?: number
  /** Lines of a file that is imported. */
  lines?: number
}

export interface FaultOutcome {
  what: string
  orders: number
  answers: ResponseLog
  /** Empty where all is well. */
  violations: string[]
}

/** Breaks something under load, and tells what is left of the shop in this database. */
export type Fault = (options: FaultOptions & { databaseUrl: string }) => Promise<FaultOutcome>

/** Breaks the PostgreSQL itself that the shop is in. */
export type PostgresFault = (options: FaultOptions & { postgres: KillablePostgres }) => Promise<FaultOutcome>
