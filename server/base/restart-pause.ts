/** A process that ran for this many milliseconds had a successful start. */
export const STABLE_RUN = 60_000

const MAX_PAUSE = 30_000

/** `shortLives` is the number of consecutive processes that ended soon after their start. */
export const restartPause = (shortLives: number): number =>
  shortLives > 1 ? Math.min(MAX_PAUSE, 250 * 2 ** (shortLives - 1)) : 0
