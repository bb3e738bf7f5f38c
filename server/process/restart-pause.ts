/** A process that lived for so many milliseconds did not end because of its start. */
export const LONG_LIFE = 60_000

const LONGEST_PAUSE = 30_000

/**
 * Milliseconds to wait before a process is started again, by how many in a row ended soon after their start: none after the
 * first, then a pause that doubles up to half a minute.
 */
export const restartPause = (shortLives: number): number =>
  shortLives > 1 ? Math.min(LONGEST_PAUSE, 250 * 2 ** (shortLives - 1)) : 0
