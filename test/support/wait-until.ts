import { setTimeout as pause } from 'node:timers/promises'

/** Polls until `look` returns true. The timeout of the test is the limit. */
export async function waitUntil(look: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await look())) await pause(10)
}
