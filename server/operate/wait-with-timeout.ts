import { setTimeout as pause } from 'node:timers/promises'

export async function waitWithTimeout(milliseconds: number, end: () => Promise<unknown>): Promise<void> {
  await Promise.race([end(), pause(milliseconds, undefined, { ref: false })])
}
