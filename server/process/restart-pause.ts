/** A process that ran for this many milliseconds had a successful start. */
export const STABLE_RUN = 60_000

const MAX_PAUSE = 30_000

/**
 * Milliseconds to wait before a restart. `shortLives` is the number of processes in a row that ended soon after their
 * start. The first restart is immediate; then the pause doubles up to 30 seconds.
 */
export const restartPause = (shortLives: number): number =>
  shortLives > 1 ? Math.min(MAX_PAUSE, 250 * 2 ** (shortLives - 1)) : 0
