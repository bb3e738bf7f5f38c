import { setTimeout as pause } from 'node:timers/promises'

/** Waits for something to end, and no longer than this: what hangs then ends with its process. */
export async function waitWithTimeout(milliseconds: number, end: () => Promise<unknown>): Promise<void> {
  await Promise.race([end(), pause(milliseconds, undefined, { ref: false })])
}
