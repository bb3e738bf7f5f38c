import { setTimeout as pause } from 'node:timers/promises'
import { cpuMillisecondsOf } from './processes.ts'

/**
 * Waits until the processes have finished the work that follows their responses, such as the events of orders. Without
 * it, the next program would be measured together with the rest of the previous one. Returns after 10 seconds at the
 * latest, because PostgreSQL may also clean tables for a long time.
 */
export async function waitUntilIdle(pids: readonly (number | undefined)[]): Promise<void> {
  const used = () => pids.reduce<number>((sum, pid) => sum + ((pid && cpuMillisecondsOf(pid)) || 0), 0)
  const end = performance.now() + LIMIT
  let isIdle = false
  while (!isIdle && performance.now() < end) {
    const before = used()
    await pause(INTERVAL)
    isIdle = used() - before <= IDLE
  }
}

const INTERVAL = 200
/** Two ticks of the clock of the processes, or a tenth of a processor. */
const IDLE = 20
const LIMIT = 10_000
