import { type EventLoopUtilization, performance } from 'node:perf_hooks'

const BUSY = 0.5
const MAX_SHARE = 8

/**
 * How many requests each of several active shops may run at the same time. A request waits for the thread about as long as it runs
 * if the thread is busy half of the time, so above that the share falls to one, and below it grows.
 */
export class ThreadShare {
  #current = 1
  #seen: EventLoopUtilization | undefined

  get current(): number {
    return this.#current
  }

  /** Compares the utilization of the thread since the last call. */
  update(): void {
    const now = performance.eventLoopUtilization()
    if (this.#seen) this.adjust(performance.eventLoopUtilization(now, this.#seen).utilization)
    this.#seen = now
  }

  /** @param utilization of the thread, from 0 to 1 */
  adjust(utilization: number): void {
    this.#current = utilization > BUSY ? Math.ceil(this.#current / 2) : Math.min(MAX_SHARE, this.#current + 1)
  }
}
