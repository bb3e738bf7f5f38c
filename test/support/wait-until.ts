import { setTimeout as pause } from 'node:timers/promises'

/** Looks again and again until it is so; the time of the test is the bound. */
export async function waitUntil(look: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await look())) await pause(10)
}
