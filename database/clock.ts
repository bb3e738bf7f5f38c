/** The time of PostgreSQL less that of `performance`, in milliseconds; undefined before PostgreSQL has said it. */
let offset: number | undefined

/** What is told later than this was told of another time: the clock of PostgreSQL was set. Otherwise the way took longer. */
const SLOWEST = 10_000

/** Sets the clock by what PostgreSQL says, in milliseconds since 1970. The way takes time, so the latest that was said is right. */
export function setClock(milliseconds: number): void {
  const told = milliseconds - performance.now()
  if (offset === undefined || told > offset || offset - told > SLOWEST) offset = told
}

/**
 * What decides by the time goes by this clock, which all servers of a shop share: that of PostgreSQL, as connections have
 * told it, and gone on since. The clock of a machine may be wrong, and may jump.
 */
export const now = (): Date => new Date(performance.now() + (offset ?? Date.now() - performance.now()))
