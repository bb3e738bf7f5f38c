/** The clock of PostgreSQL minus `performance.now()`, in milliseconds. Undefined before the first connection. */
let offset: number | undefined

/**
 * In milliseconds. If a reading is lower by more than this, the clock of PostgreSQL was set back. A smaller difference
 * is network latency.
 */
const MAX_LATENCY = 10_000

/** Takes a reading of the clock of PostgreSQL, in milliseconds since 1970. The reading with the least latency counts. */
export function setClock(milliseconds: number): void {
  const reading = milliseconds - performance.now()
  if (offset === undefined || reading > offset || offset - reading > MAX_LATENCY) offset = reading
}

/** Returns the time of PostgreSQL. All decisions and stored times use it: the clocks of servers may differ or jump. */
export const now = (): Date => new Date(performance.now() + (offset ?? Date.now() - performance.now()))
