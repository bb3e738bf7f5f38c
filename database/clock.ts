/** The clock of PostgreSQL minus `performance.now()`, in milliseconds. Undefined before the first connection. */
let offset: number | undefined

/**
 * If a reading is this many milliseconds below the known offset, the clock of PostgreSQL was set back. A smaller
 * difference is network latency.
 */
const SLOWEST = 10_000

/**
 * Sets the offset from a reading of the clock of PostgreSQL, in milliseconds since 1970. Of several readings, the
 * one with the least latency counts.
 */
export function setClock(milliseconds: number): void {
  const reading = milliseconds - performance.now()
  if (offset === undefined || reading > offset || offset - reading > SLOWEST) offset = reading
}

/**
 * Returns the time of PostgreSQL. All decisions and stored times use it, because the clocks of servers may differ or
 * jump.
 */
export const now = (): Date => new Date(performance.now() + (offset ?? Date.now() - performance.now()))
