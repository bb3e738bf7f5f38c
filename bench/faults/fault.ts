import type { MortalPostgres } from './mortal-postgres.ts'
import type { Answers } from './stubborn.ts'

export interface FaultOptions {
  clients: number
  /** How many at least; clients go on until the last blow that is asked for. */
  checkouts: number
  /** The same seed gives the same moments, counted in answers. */
  seed: number
  say: (line: string) => void
  /** How many blows there are; without it as many as come meanwhile. */
  times?: number
  /** Answers between one blow and the next, at most. */
  answersBetween?: number
}

export interface Outcome {
  what: string
  orders: number
  answers: Answers
  /** Empty where all is well. */
  violations: string[]
}

/** Breaks something under load, and tells what is left of the shop in this database. */
export type Fault = (options: FaultOptions & { databaseUrl: string }) => Promise<Outcome>

/** Breaks the PostgreSQL itself that the shop is in. */
export type PostgresFault = (options: FaultOptions & { postgres: MortalPostgres }) => Promise<Outcome>
