/** A process that ran for this time, in milliseconds, did not end because of its start. */
export const LONG_LIFE = 60_000

const LONGEST_PAUSE = 30_000

/**
 * Milliseconds to wait before a restart. `shortLives` is the number of processes in a row that ended soon after their
 * start. The first restart is immediate; then the pause doubles up to 30 seconds.
 */
export const restartPause = (shortLives: number): number =>
  shortLives > 1 ? Math.min(LONGEST_PAUSE, 250 * 2 ** (shortLives - 1)) : 0
