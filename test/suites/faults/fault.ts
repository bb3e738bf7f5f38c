import type { KillablePostgres } from './killable-postgres.ts'
import type { ResponseLog } from './retrying-client.ts'

export interface FaultOptions {
  clients: number
  /** Minimum number of checkouts. Clients continue until the last fault. */
  checkouts: number
  /** The same seed injects faults after the same numbers of responses. */
  seed: number
  print: (line: string) => void
  /** Number of faults. Default: as many as fit into the checkouts. */
  times?: number
  /** Maximum number of responses between two faults. */
  answersBetween?: number
  /** Lines of the imported file. */
  lines?: number
}

export interface FaultOutcome {
  what: string
  orders: number
  answers: ResponseLog
  /** Empty if there are none. */
  violations: string[]
}

/** Injects a fault under load and audits the shop. */
export type Fault = (options: FaultOptions & { databaseUrl: string }) => Promise<FaultOutcome>

/** Injects a fault into the PostgreSQL of the shop. */
export type PostgresFault = (options: FaultOptions & { postgres: KillablePostgres }) => Promise<FaultOutcome>
