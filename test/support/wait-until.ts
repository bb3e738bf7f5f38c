import { setTimeout as pause } from 'node:timers/promises'

/** The timeout of the test limits the wait. */
export async function waitUntil(look: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await look())) await pause(10)
}
