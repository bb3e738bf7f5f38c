/** The clock of PostgreSQL minus `performance.now()`, in milliseconds. Undefined before the first connection. */
let offset: number | undefined

/** A larger delay, in milliseconds, means that the clock of PostgreSQL was set back. A smaller one is network latency. */
const SLOWEST = 10_000

/** Sets the clock to a time of PostgreSQL, in milliseconds since 1970. The reading with the least latency counts. */
export function setClock(milliseconds: number): void {
  const reading = milliseconds - performance.now()
  if (offset === undefined || reading > offset || offset - reading > SLOWEST) offset = reading
}

/** The clock of PostgreSQL, for all decisions and stored times. The clocks of the servers may differ or jump. */
export const now = (): Date => new Date(performance.now() + (offset ?? Date.now() - performance.now()))
